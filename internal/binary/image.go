package binary

import (
	"debug/dwarf"
	"debug/elf"
	"debug/macho"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"
)

// newImage recognises the format.
func newImage(r io.ReaderAt) (*image, error) {
	if f, err := elf.NewFile(r); err == nil {
		return elfImage(f)
	}
	if f, err := macho.NewFile(r); err == nil {
		return machoImage(f), nil
	}
	return nil, errors.New("neither ELF nor Mach-O: variables in it have no names; name the executable that was recorded")
}

func elfImage(f *elf.File) (*image, error) {
	if f.Type != elf.ET_EXEC && f.Type != elf.ET_DYN {
		return nil, errors.New("an ELF file, but no executable")
	}
	im := &image{position: f.Type == elf.ET_DYN, sized: true, word: 8, debug: f.DWARF}
	if f.Class == elf.ELFCLASS32 {
		im.word = 4
	}
	symbols, _ := f.Symbols() // an error means that there are none
	for _, s := range symbols {
		if t := elf.ST_TYPE(s.Info); s.Value != 0 && (t == elf.STT_OBJECT || t == elf.STT_FUNC || s.Name == "runtime.text" || s.Name == "runtime.etext") {
			im.symbols = append(im.symbols, symbol{s.Name, s.Value, s.Size, t == elf.STT_OBJECT})
		}
	}
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 || s.Flags&elf.SHF_EXECINSTR != 0 || s.Flags&elf.SHF_TLS != 0 {
			continue
		}
		sec := section{addr: s.Addr, size: s.Size, read: s.Data}
		if s.Type == elf.SHT_NOBITS {
			sec.read = nil
		}
		im.sections = append(im.sections, sec)
	}
	im.relocs = elfRelocs(f)
	return im, nil
}

// relative is the relocation "base of the executable plus addend" of each machine.
var relative = map[elf.Machine]uint32{
	elf.EM_X86_64:    uint32(elf.R_X86_64_RELATIVE),
	elf.EM_AARCH64:   uint32(elf.R_AARCH64_RELATIVE),
	elf.EM_RISCV:     uint32(elf.R_RISCV_RELATIVE),
	elf.EM_PPC64:     uint32(elf.R_PPC64_RELATIVE),
	elf.EM_S390:      uint32(elf.R_390_RELATIVE),
	elf.EM_LOONGARCH: uint32(elf.R_LARCH_RELATIVE),
}

// elfRelocs reads the pointers of position-independent executables, of which
// the data itself shows nothing. Only the 64-bit form with addends is known.
func elfRelocs(f *elf.File) map[uint64]uint64 {
	relocs := map[uint64]uint64{}
	const entry = 24
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA || s.Flags&elf.SHF_ALLOC == 0 || f.Class != elf.ELFCLASS64 {
			continue
		}
		data, err := s.Data()
		if err != nil {
			continue
		}
		for b := range slices.Chunk(data, entry) {
			if len(b) == entry && uint32(f.ByteOrder.Uint64(b[8:])) == relative[f.Machine] {
				relocs[f.ByteOrder.Uint64(b)] = f.ByteOrder.Uint64(b[16:])
			}
		}
	}
	return relocs
}

func machoImage(f *macho.File) *image {
	im := &image{position: f.Flags&macho.FlagPIE != 0, word: 8, debug: func() (*dwarf.Data, error) { return f.DWARF() }}
	if f.Magic == macho.Magic32 {
		im.word = 4
	}
	for _, s := range f.Sections {
		sec := section{addr: s.Addr, size: s.Size, read: s.Data}
		if s.Flags&0xff == 1 || s.Offset == 0 { // S_ZEROFILL
			sec.read = nil
		}
		if s.Seg != "__TEXT" && s.Seg != "__DWARF" {
			im.sections = append(im.sections, sec)
		}
	}
	if f.Symtab != nil {
		im.symbols = machoSymbols(f)
	}
	return im
}

// marks are symbols that the linker puts between sections, where the first
// variable has the same address.
var marks = map[string]bool{
	"runtime.data": true, "runtime.edata": true, "runtime.bss": true, "runtime.ebss": true,
	"runtime.noptrdata": true, "runtime.enoptrdata": true, "runtime.noptrbss": true, "runtime.enoptrbss": true,
	"runtime.covctrs": true, "runtime.ecovctrs": true, "runtime.end": true,
}

// machoSymbols gives symbols the sizes that the format lacks: up to the next one.
func machoSymbols(f *macho.File) []symbol {
	const debugging, typeMask, inSection = 0xe0, 0x0e, 0x0e
	var syms []symbol
	for _, s := range f.Symtab.Syms {
		if s.Type&debugging != 0 || s.Type&typeMask != inSection || int(s.Sect) > len(f.Sections) || s.Sect == 0 {
			continue
		}
		name, seg := strings.TrimPrefix(s.Name, "_"), f.Sections[s.Sect-1].Seg
		if !marks[name] {
			syms = append(syms, symbol{name, s.Value, 0, seg == "__DATA" || seg == "__DATA_CONST"})
		}
	}
	slices.SortFunc(syms, func(a, b symbol) int { return int(int64(a.addr - b.addr)) })
	for i := range syms {
		if i+1 < len(syms) {
			syms[i].size = syms[i+1].addr - syms[i].addr
		}
	}
	return syms
}

// pointerAt is the initial value of the pointer at an address in the file.
func (f *File) pointerAt(addr uint64) uint64 {
	if p, ok := f.relocs[addr]; ok {
		return p
	}
	b, ok := f.bytesAt(addr, uint64(f.word))
	switch {
	case !ok:
		return 0
	case f.word == 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

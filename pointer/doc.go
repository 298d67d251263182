package pointer

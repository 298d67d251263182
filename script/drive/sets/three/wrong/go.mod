module example.com/three/wrong

go 1.24

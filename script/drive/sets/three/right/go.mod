module example.com/three/right

go 1.24

module reader

go 1.21

package confirm

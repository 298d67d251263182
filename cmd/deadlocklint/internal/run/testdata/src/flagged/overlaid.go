package m

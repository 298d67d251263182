module github.com/Zillode/notify

go 1.24

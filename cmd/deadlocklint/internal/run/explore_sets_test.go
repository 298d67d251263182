package run_test

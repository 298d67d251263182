package high

import _ "example.com/dep/low"

package low

import _ "sync"

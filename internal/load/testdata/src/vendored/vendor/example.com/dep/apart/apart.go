package apart

import _ "sync"

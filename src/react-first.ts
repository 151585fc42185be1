// React runs when its own file is read, not when the first one asks for it: one long task becomes two.
import 'react-dom/client'

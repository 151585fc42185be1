// This file puts React into a chunk of its own, so that evaluating React is a task separate from evaluating the app.
import { createRoot, hydrateRoot } from 'react-dom/client'

export { createRoot, hydrateRoot }

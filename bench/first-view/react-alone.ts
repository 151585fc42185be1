// React as the app uses it, and nothing else: what its part of the script weighs.
export { createElement, useSyncExternalStore } from 'react'
export { jsx, jsxs } from 'react/jsx-runtime'
export { createPortal, flushSync } from 'react-dom'
export { createRoot, hydrateRoot } from 'react-dom/client'

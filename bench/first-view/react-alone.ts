// Only React, with the exports that the app uses, to measure its share of the script.
export { createElement, useSyncExternalStore } from 'react'
export { jsx, jsxs } from 'react/jsx-runtime'
export { createPortal, flushSync } from 'react-dom'
export { createRoot, hydrateRoot } from 'react-dom/client'

import { type RefObject, useEffect, useRef } from 'react'

/**
 * Tells the area where the part of the page is that a phone's keyboard leaves free. Where the keyboard lies over the
 * page, as in Safari, nothing else does.
 */
export function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const look = () => {
      area.current?.style.setProperty('--free-top', `${view.offsetTop}px`)
      area.current?.style.setProperty('--free-height', `${view.height}px`)
    }
    look()
    view.addEventListener('resize', look)
    view.addEventListener('scroll', look)
    return () => {
      view.removeEventListener('resize', look)
      view.removeEventListener('scroll', look)
    }
  }, [])
  return area
}

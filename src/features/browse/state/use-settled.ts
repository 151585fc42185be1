import { useEffect, useState } from 'react'

/** A value that follows another one once that has rested for `ms`; with 0 it follows at once. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  if (ms === 0 && settled !== value) setSettled(value)
  useEffect(() => {
    if (settled === value) return
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [settled, value, ms])
  return ms === 0 ? value : settled
}

import { describe, expect, test } from 'vitest'
import { createScrollMemory } from '../../../src/app/navigation/use-scroll-memory.ts'

/** A page with a height and a history of entries. */
function phone() {
  const state = { y: 0, height: 3000, entry: 'a', path: '/listings', grow: new Set<() => void>() }
  const memory = createScrollMemory({
    scrollY: () => state.y,
    scrollTo: (y) => {
      state.y = Math.min(y, state.height)
      memory.scrolled()
    },
    entry: () => state.entry,
    pathname: () => state.path,
    onGrow: (work) => {
      state.grow.add(work)
      return () => state.grow.delete(work)
    },
  })
  const go = (entry: string, path: string, height: number) => Object.assign(state, { entry, path, height })
  return {
    state,
    read: (y: number) => {
      state.y = y
      memory.scrolled()
    },
    push: (entry: string, path: string, height = 3000) => {
      go(entry, path, height)
      memory.moved()
    },
    back: (entry: string, path: string, height = 3000) => {
      go(entry, path, height)
      memory.returned()
    },
    grow: (height: number) => {
      state.height = height
      const waiting = Array.from(state.grow)
      for (const work of waiting) work()
    },
    touch: () => memory.giveUp(),
    begin: () => memory.begun(),
  }
}

describe('Places on pages', () => {
  test('A new page starts at the top, and Back restores the list’s scroll position', () => {
    const p = phone()
    p.read(1200)
    p.push('b', '/listing/x')
    expect(p.state.y).toBe(0)
    p.back('a', '/listings')
    expect(p.state.y).toBe(1200)
  })

  test('Back returns to where a drawn page was scrolled before the app was there', () => {
    const p = phone()
    p.state.y = 800
    p.begin()
    p.push('b', '/listing/x')
    p.back('a', '/listings')
    expect(p.state.y).toBe(800)
  })

  test('Back waits for content that arrives late', () => {
    const p = phone()
    p.read(1200)
    p.push('b', '/listing/x')
    p.back('a', '/listings', 400)
    expect(p.state.y).toBe(400)
    p.grow(900)
    expect(p.state.y).toBe(900)
    p.grow(2500)
    expect(p.state.y).toBe(1200)
    expect(p.state.grow.size).toBe(0)
  })

  test('A finger on the page ends the waiting', () => {
    const p = phone()
    p.read(1200)
    p.push('b', '/listing/x')
    p.back('a', '/listings', 400)
    p.touch()
    p.read(100)
    p.grow(2500)
    expect(p.state.y).toBe(100)
  })

  test('A filter, which only changes the query, leaves the place alone', () => {
    const p = phone()
    p.read(700)
    p.push('b', '/listings')
    expect(p.state.y).toBe(700)
  })
})

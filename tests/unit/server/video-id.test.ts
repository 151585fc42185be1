import { expect, test } from 'vitest'
import { videoIdIn } from '../../../server/blogs/videos-store.ts'

const id = 'dQw4w9WgX-_'

test.each([
  id,
  ` ${id}\n`,
  `https://www.youtube.com/watch?v=${id}&t=10s`,
  `https://youtu.be/${id}?si=abc`,
  `youtu.be/${id}`,
  `https://www.youtu.be/${id}`,
  `https://m.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube-nocookie.com/embed/${id}`,
])('A video is known by any address a person copies: %s', (text) => {
  expect(videoIdIn(text)).toBe(id)
})

test.each([
  '',
  'short',
  `https://vimeo.com/${id}`,
  `https://youtube.com.evil.example/watch?v=${id}`,
  'https://www.youtube.com/watch?v=../../etc',
  'https://www.youtube.com/@motorkin',
  `javascript:alert(${id})`,
])('What names no video of the platform is none: %s', (text) => {
  expect(videoIdIn(text)).toBeUndefined()
})

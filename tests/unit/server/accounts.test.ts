import { expect, test } from 'vitest'
import { deviceWords } from '../../../server/users/sign-in/known-devices.ts'
import { readRefreshToken, writeRefreshToken } from '../../../server/users/sessions/sessions-store.ts'
import { networkOf } from '../../../server/kernel/http/network.ts'
import { throttleKey } from '../../../server/users/sign-in/throttle.ts'
import { layOut } from '../../../server/kernel/mail/outbox.ts'

const secret = 'a secret that only the tests know 1234'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) CriOS/120.0 Mobile Safari/604.1', 'Chrome on iPad'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0) Gecko/20100101 Firefox/120.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36 Edg/120.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/17.0 Safari/605.1.15', 'Safari on Mac'],
  [
    'Mozilla/5.0 (Linux; Android 12) SamsungBrowser/23.0 Chrome/115.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0 Safari/537.36 OPR/106.0', 'Opera on Linux'],
  ['<script>alert(1)</script>', 'Another device'],
  [undefined, 'Another device'],
])('A device is called what people call it: %s', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words)
})

test('A cookie is readable only unchanged and with the secret that wrote it', () => {
  const token = { session: '0190a0b0-0000-7000-8000-000000000001', generation: 7 }
  const text = writeRefreshToken(secret, token)
  expect(readRefreshToken(secret, text)).toEqual(token)
  expect(readRefreshToken(`${secret}!`, text)).toBeUndefined()
  for (let at = 0; at < text.length; at += 1) {
    const other = text[at] === 'A' ? 'B' : 'A'
    // Two bits of the last letter of a hash have no meaning.
    if (at === text.length - 1) continue
    expect(readRefreshToken(secret, text.slice(0, at) + other + text.slice(at + 1))).toBeUndefined()
  }
  for (const odd of [undefined, '', '.', 'a.b.c', `${text}x`, ` ${text}`, text.slice(0, -1)]) {
    expect(readRefreshToken(secret, odd)).toBeUndefined()
  }
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('Whoever has %s is counted as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test('Throttle keys hide what they count, and no two things share one', () => {
  const keys = [
    throttleKey(secret, 'pair', 'a', 'b'),
    throttleKey(secret, 'pair', 'ab'),
    throttleKey(secret, 'pair', 'a","b'),
    throttleKey(`${secret}!`, 'pair', 'a', 'b'),
  ]
  expect(new Set(keys).size).toBe(4)
  expect(keys.join()).not.toContain('pair')
})

test('An e-mail says the same in text and HTML and escapes all markup', () => {
  const { subject, body_text, body_html } = layOut({
    subject: 'Hello\r\nBcc: all@example.org',
    lines: ['A <b>line</b> & more.'],
    link: { url: 'https://motorkin.test/a?b="c"&d', words: 'Open "it"' },
    notes: ['The end.'],
  })
  expect(subject).toBe('Hello Bcc: all@example.org')
  expect(body_text).toBe('A <b>line</b> & more.\n\nhttps://motorkin.test/a?b="c"&d\n\nThe end.\n')
  expect(body_html).toContain('<p>A &lt;b&gt;line&lt;/b&gt; &amp; more.</p>')
  expect(body_html).toContain('href="https://motorkin.test/a?b=&quot;c&quot;&amp;d"')
  expect(body_html).not.toContain('<b>')
})

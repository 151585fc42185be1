import fc from '../../support/property.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureFormats, pictureWidths } from '#contract/limits.ts'
import { pictureSources, pictureUrl } from '#contract/values/pictures.ts'
import { drawRecipe } from '../../../demo/pictures/picture-service.ts'
import { blurOf, encodeVariant } from '../../../server/pictures/picture-files.ts'
import {
  bodies,
  interiors,
  recipeKeyOf,
  paints,
  recipeOf,
  rims,
  scenes,
  steerings,
  type Recipe,
} from '../../../demo/pictures/vocabulary.ts'

const body = fc.constantFrom(...bodies)
const paint = fc.constantFrom(...paints)
const scene = fc.constantFrom(...scenes)
const recipes: fc.Arbitrary<Recipe> = fc.oneof(
  fc.record({
    view: fc.constantFrom('side' as const, 'flip' as const, 'wheel' as const),
    body,
    paint,
    scene,
    rim: fc.constantFrom(...rims),
  }),
  fc.record({ view: fc.constantFrom('front' as const, 'rear' as const), body, paint, scene }),
  fc.record({
    view: fc.constant('dash' as const),
    interior: fc.constantFrom(...interiors),
    steering: fc.constantFrom(...steerings),
    km: fc.integer({ min: 0, max: 999_999 }),
  }),
)
const wide = (recipe: Recipe, width = 320) => Buffer.from(drawRecipe(recipe, width))
const pixels = (svg: Buffer) => sharp(svg).removeAlpha().raw().toBuffer()

describe('keys of pictures', () => {
  test('A key says exactly what the picture shows, whichever it is', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        expect(recipeOf(recipeKeyOf(recipe))).toEqual(recipe)
      }),
    )
  })

  test('A key is safe in an address and as a file name', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        expect(recipeKeyOf(recipe)).toMatch(/^[a-z0-9-]{1,60}$/)
      }),
    )
  })

  test.each([
    'suv',
    'suv-0e5a43-studio-side',
    'suv-0e5a43-studio-side-five-five',
    'suv-0e5a44-studio-side-five',
    'suv-0E5A43-studio-side-five',
    'SUV-0e5a43-studio-side-five',
    'suv-0e5a43-moon-side-five',
    'suv-0e5a43-studio-top-five',
    'suv-0e5a43-studio-front-five',
    'suv-0e5a43-studio-wheel',
    'lorry-0e5a43-studio-side-five',
    'dash-tan-left',
    'dash-tan-left-1000000',
    'dash-tan-left-007',
    'dash-tan-left--1',
    'dash-tan-left-1e3',
    'dash-tan-left-12.5',
    'dash-tan-middle-12',
    'dash-pink-left-12',
    'dash-tan-left-12-13',
    '../../etc/passwd',
    '__proto__-0e5a43-studio-side-five',
    'constructor',
    '',
  ])('Nobody can have "%s" drawn, because it is outside the closed list', (key) => {
    expect(recipeOf(key)).toBeUndefined()
  })

  test('A text that is not the one spelling of a picture is no picture', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'suvdash-0123456789aelft'.split('')), maxLength: 40 }),
        (text) => {
          const recipe = recipeOf(text)
          expect(recipe === undefined || recipeKeyOf(recipe) === text).toBe(true)
        },
      ),
    )
  })
})

describe('drawings', () => {
  test.each(bodies.flatMap((b) => scenes.map((s) => [b, s] as const)))(
    'A %s in the %s scene is a picture with a car in it',
    async (b, s) => {
      const svg = wide({ view: 'side', body: b, paint: 'b3221c', scene: s, rim: 'five' })
      const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([320, 240])
      let red = 0
      for (let i = 0; i < data.length; i += 3) {
        const [r = 0, g = 0, bl = 0] = [data[i], data[i + 1], data[i + 2]]
        if (r > 90 && r > 2.2 * g && r > 2.2 * bl) red++
      }
      expect(red / (320 * 240)).toBeGreaterThan(0.04)
    },
  )

  test('Every body has a face and a back of its own', async () => {
    for (const view of ['front', 'rear'] as const) {
      const drawn = await Promise.all(
        bodies.map((b) => pixels(wide({ view, body: b, paint: '1f5ba6', scene: 'studio' }))),
      )
      expect(new Set(drawn.map((d) => d.toString('base64'))).size).toBe(bodies.length)
    }
  })

  test('The odometer shows the kilometres of the ad and no others', async () => {
    const at = (km: number) => pixels(wide({ view: 'dash', interior: 'tan', steering: 'left', km }, 640))
    const [a, b, again] = await Promise.all([at(68_123), at(68_124), at(68_123)])
    expect(a.equals(again)).toBe(true)
    expect(a.equals(b)).toBe(false)
  })

  test('The driver sits on the side of the country', async () => {
    const left = await pixels(wide({ view: 'dash', interior: 'tan', steering: 'left', km: 5 }))
    const right = await pixels(wide({ view: 'dash', interior: 'tan', steering: 'right', km: 5 }))
    expect(left.equals(right)).toBe(false)
  })

  test('A drawing holds no script, no link and nothing from elsewhere', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        const svg = drawRecipe(recipe, 640)
        expect(svg).not.toMatch(/<script|<image|href="(?!#)|url\((?!#)|NaN|undefined/)
      }),
      { numRuns: 60 },
    )
  })
})

describe('encoding', () => {
  const recipe: Recipe = { view: 'side', body: 'suv', paint: '0e5a43', scene: 'city', rim: 'ten' }

  test('Every width comes in both formats and as wide as it says', async () => {
    const source = wide(recipe, 1280)
    for (const wanted of pictureWidths)
      for (const type of pictureFormats) {
        const bytes = await encodeVariant(source, wanted, type)
        const { width, height, format, exif } = await sharp(bytes).metadata()
        expect([width, height, format, exif]).toEqual([
          wanted,
          wanted * 0.75,
          type === 'avif' ? 'heif' : 'webp',
          undefined,
        ])
      }
  })

  test('A picture smaller than the asked width is not blown up', async () => {
    const bytes = await encodeVariant(wide(recipe, 400), 1280, 'webp')
    expect((await sharp(bytes).metadata()).width).toBe(400)
  })

  test.each(scenes.flatMap((s) => [[s, 640, 8_000] as const, [s, 960, 12_000] as const]))(
    'Fifteen phone cards weigh at most 180 KB: %s scene, %d wide, %d bytes',
    async (s, width, most) => {
      const svg = wide({ view: 'side', body: 'suv', paint: 'f4f4f1', scene: s, rim: 'turbine' }, width)
      expect((await encodeVariant(svg, width, 'avif')).length).toBeLessThanOrEqual(most)
    },
    20_000,
  )

  test('A blur is a data address of at most 200 characters, whatever the picture', async () => {
    const noise = await sharp({
      create: {
        width: 64,
        height: 48,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 120 },
        background: '#000',
      },
    })
      .png()
      .toBuffer()
    for (const source of [noise, ...bodies.map((b) => wide({ ...recipe, body: b }, 64))]) {
      const blur = await blurOf(source)
      expect(blur).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/=]+$/)
      expect(blur.length).toBeLessThanOrEqual(200)
    }
  })
})

describe('addresses of the sources', () => {
  test('A picture names every width in both formats', () => {
    const { avif, webp } = pictureSources('/media/suv-0e5a43-studio-side-five/1280.webp')
    expect(avif.split(', ')).toHaveLength(pictureWidths.length)
    expect(avif).toContain('/media/suv-0e5a43-studio-side-five/640.avif 640w')
    expect(webp).toContain('/media/suv-0e5a43-studio-side-five/320.webp 320w')
    expect(pictureUrl('/media/a/1280.webp', 320, 'avif')).toBe('/media/a/320.avif')
  })

  test('An address of another kind has no sources', () => {
    expect(pictureSources('https://elsewhere.example/car.jpg')).toEqual({ avif: '', webp: '' })
  })
})

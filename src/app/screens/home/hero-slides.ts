/** The three pictures at the top of Home: drawn for this page, each a car that speaks one line (R-HOME-03). */
export interface HeroSlide {
  /** Below /hero, without its format; 960 × 600. */
  picture: string
  alt: string
  /** Stands there until the picture does. */
  blur: string
  line: string
  way: { href: string; label: string }
}

export const heroSlides: readonly HeroSlide[] = [
  {
    picture: '1',
    alt: 'A green SUV on the road at dusk, a mountain behind it',
    blur: 'data:image/webp;base64,UklGRkAAAABXRUJQVlA4IDQAAADQAQCdASoQAAoABUB8JZQC7AEO0/jgAAD6WStuHwRMSYPFyTPL/E/s/LNmBpi3ZaT2QAAA',
    line: 'I take the long way home.',
    way: { href: '/listings?types=SUV', label: 'Meet the SUVs' },
  },
  {
    picture: '2',
    alt: 'An orange hatchback in front of a skyline',
    blur: 'data:image/webp;base64,UklGRkAAAABXRUJQVlA4IDQAAADQAQCdASoQAAoABUB8JYwCdAENN5zcAAD+3oSkR6MLi3dGGAaGOrTUGfpYEl9AaYcv/GAA',
    line: 'Small outside. Big plans.',
    way: { href: '/listings?types=Hatchback', label: 'Meet the hatchbacks' },
  },
  {
    picture: '3',
    alt: 'A white pickup by the sea',
    blur: 'data:image/webp;base64,UklGRkQAAABXRUJQVlA4IDgAAACwAQCdASoQAAoABUB8JQBOgCHUgzWAAP7UelJENTdkQureD3geuftlGGkLUH9YS4QhD2aIhZAAAA==',
    line: 'Bring everything. I was born to haul.',
    way: { href: '/listings?types=Pickup', label: 'Meet the pickups' },
  },
]

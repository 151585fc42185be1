/** Limits for the layout of a text that people write, so that every phone can render it. */
export const htmlLimits = {
  /** Maximum depth of nested elements; deeper elements keep their text and lose their layout. */
  depth: 20,
  /** Maximum number of tags in one text. */
  tags: 4000,
} as const

/** Counts opening and closing tags in one pass over the text. */
export const hasTooManyTags = (html: string): boolean =>
  html.split(/<(?=[a-z/!])/i, htmlLimits.tags + 2).length > htmlLimits.tags + 1

/** Tells whether an element is a block. Where such an element is flattened, a line break separates its words. */
export const isBlock = (name: string): boolean => /^(?:p|div|ul|ol|li|h[1-6]|blockquote|tr)$/.test(name)

import type { DescribeBody, DescribeSource } from '#contract/selling/describe.ts'
import { templateText } from '#contract/selling/template-text.ts'
import { regionOf } from '#contract/values/region.ts'
import type { Config } from '../../kernel/config.ts'
import { describeAd, type Patience, promptFor } from './describe-ad.ts'

export type { Patience }

export interface AdTextOptions {
  /** Nobody waits for the text any more. */
  gone: AbortSignal
  /** Called with the reason why no text came, for the log. */
  failed: (reason: string) => void
  patience?: Patience | undefined
}
/** Who writes texts for ads. */
export interface AdText {
  source: DescribeSource
  write: (fields: DescribeBody, o: AdTextOptions) => AsyncIterable<string>
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** The text service of the settings when address, key and model are set; else the template (R-EXT-10). */
export function adTextOf(config: Pick<Config, 'aiBaseUrl' | 'aiApiKey' | 'aiModel' | 'market'>): AdText {
  const { aiBaseUrl: baseUrl, aiApiKey: key, aiModel: model } = config
  const sign = regionOf[config.market].currencySign
  if (baseUrl === undefined || key === undefined || model === undefined) {
    return { source: 'template', write: (fields) => once(templateText(fields, sign)) }
  }
  const service = { baseUrl, key, model, fetch: globalThis.fetch }
  return { source: 'ai', write: (fields, o) => describeAd({ service, ...o }, promptFor(fields, sign)) }
}

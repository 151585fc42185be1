import { useMemo } from 'react'
import { z } from 'zod/mini'
import { contactForm } from '#contract/forms/contact.ts'
import type { Market } from '#contract/values/market.ts'
import { mobileNumber } from '../mobile-number.ts'

/** The contract's own rules, and the digits of the market. */
export const useSchema = (market: Market) =>
  useMemo(
    () =>
      z.extend(contactForm, {
        mobile_number: mobileNumber(contactForm.shape.mobile_number, market, market.prefix.contact),
      }),
    [market],
  )

import { useMemo } from 'react'
import { z } from 'zod/mini'
import { chooseTime, testDriveForm } from '#contract/forms/test-drives.ts'
import type { RegionSettings } from '#contract/values/region.ts'
import { useMyProfile, useSession } from '#local/react'
import { mobileNumber } from '../mobile-number.ts'
import { isPast } from '#parts/forms/slots.ts'

/** The contract's own rules, and what only a place and a moment can say: the digits and the clock of the market. */
export const schemaOf = (region: RegionSettings, now: number) =>
  z.extend(testDriveForm, {
    mobile_number: mobileNumber(testDriveForm.shape.mobile_number, region, region.prefix.testDrive),
    datetime: testDriveForm.shape.datetime.check(
      z.refine((time) => Number.isNaN(Date.parse(time)) || !isPast(time, region.timeZone, now), chooseTime),
    ),
  })

export const useSchema = (region: RegionSettings, now: number) =>
  useMemo(() => schemaOf(region, now), [region, now])

/** What is known of whoever is signed in; a guest starts with nothing. */
export function useAboutMe(prefix: string) {
  const { user } = useSession()
  const profile = useMyProfile().data
  const now = user && profile?.fields
  // A number of another country has no place behind this prefix.
  const fits = profile !== undefined && (profile.country_code === prefix || profile.country_code === '')
  return {
    fullname: now?.fullname ?? user?.fullname ?? '',
    email: user?.email ?? '',
    mobile_number: fits ? (now?.gsm ?? '') : '',
    state: now?.province ?? '',
    city: now?.city ?? '',
  }
}

import { act, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PriceField } from '../../../src/features/sell/steps/ad-place-fields.tsx'
import { type AdValues, emptyAd } from '../../../src/features/sell/form/ad-values.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

vi.mock('#local/react', async (original) => ({
  ...(await original<object>()),
  useSimilarPrices: () => ({ low: 300_000, high: 500_000, median: 400_000, cars: 8, asOf: 0 }),
}))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Form() {
  const form = useForm<AdValues>({ defaultValues: emptyAd })
  return (
    <FormProvider {...form}>
      <PriceField />
    </FormProvider>
  )
}

test('A price comparison is announced when the person pauses, not at every digit', () => {
  render(
    <OnStage local={stage(nothing).local}>
      <Form />
    </OnStage>,
  )
  const said = () => document.querySelector('[aria-live=polite]')?.textContent ?? ''
  for (const value of ['4', '48', '480000']) {
    fireEvent.change(screen.getByLabelText('Price'), { target: { value } })
    act(() => void vi.advanceTimersByTime(300))
    expect(said()).not.toContain('yours')
  }
  act(() => void vi.advanceTimersByTime(300))
  expect(said()).toContain('yours is 20 % higher')
})

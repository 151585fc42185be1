import { useEffect, useState, useEffectEvent } from 'react'
import type { Order } from '#contract/plans/orders.ts'

/** First pause in ms before an order is read again, growth factor of the pause, and longest pause. */
const first = 1000
const slower = 1.6
const seldom = 30_000

interface Acts {
  /** Reads the order from the server. */
  look: () => void
  /** Called when the order is paid: cached data of its buyer is outdated. */
  onPaid: () => void
}

/** Polls an order whose payment the provider has not reported yet (R-SUBS-15). */
export function useOrderNews(order: Pick<Order, '_id' | 'state' | 'method'> | undefined, acts: Acts): void {
  const look = useEffectEvent(acts.look)
  const onPaid = useEffectEvent(acts.onPaid)
  const waits = order?.state === 'pending' && order.method === 'card'
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(
      () => {
        look()
        setTurn(turn + 1)
      },
      Math.min(seldom, first * slower ** turn),
    )
    return () => clearTimeout(timer)
  }, [waits, turn])
  const paid = order?.state === 'paid' ? order._id : undefined
  useEffect(() => {
    if (paid !== undefined) onPaid()
  }, [paid])
}

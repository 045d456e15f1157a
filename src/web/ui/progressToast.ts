import type { ToastText } from './toast.ts'
import { closeToast, toast } from './toast.ts'

/** Time in ms after which work that is still going on is announced. */
const announceMs = 400

/** Shows a toast while work takes longer than a moment. It disappears when the work has ended. */
export async function withProgressToast<T>(text: ToastText, work: () => Promise<T>): Promise<T> {
  let shown: number | undefined
  const timer = setTimeout(() => {
    shown = toast.info(text, { durationMs: -1 })
  }, announceMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (shown !== undefined) closeToast(shown)
  }
}

import { useEffect, useState } from 'react'
import { canImport, canUpload } from './uploadState.ts'
import type { Dropped } from './watchDrops.ts'

/** The file that is dragged over the window, on any page; dropping it opens its dialog. */
export function useWindowDrop(): Dropped | undefined {
  const [over, setOver] = useState<Dropped>()
  useEffect(() => {
    if (!canUpload() && !canImport()) return
    let isGone = false
    let end: (() => void) | undefined
    void import('./watchDrops.ts').then(({ watchDrops }) => {
      if (!isGone) end = watchDrops(setOver)
    })
    return () => {
      isGone = true
      end?.()
    }
  }, [])
  return over
}

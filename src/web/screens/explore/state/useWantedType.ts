import { useEffect, useEffectEvent } from 'react'
import { messageOf } from '../../../api/failure.ts'
import { isLost, useLostToast } from '../../../ui/lost.ts'
import { toast } from '../../../ui/toast.ts'
import { loadParts } from './chartParts.ts'

interface WantedTypeEvents {
  /** called when the parts of the type are loaded, unless another type was selected in the meantime */
  onLoaded: (vizType: string) => void
  /** called when loading failed and a message was shown; the type can be selected again */
  onFailed: () => void
}

/** Loads the parts of the type that the user selected, if there is one. */
export function useWantedType(wanted: string | undefined, events: WantedTypeEvents): void {
  const tellLost = useLostToast()
  const onLoaded = useEffectEvent(events.onLoaded)
  const onFailed = useEffectEvent((error: unknown) => {
    events.onFailed()
    if (isLost(error)) tellLost()
    else toast.danger(messageOf(error))
  })
  useEffect(() => {
    if (wanted === undefined) return
    let isCurrent = true
    loadParts(wanted).then(
      () => isCurrent && onLoaded(wanted),
      (error: unknown) => isCurrent && onFailed(error),
    )
    return () => {
      isCurrent = false
    }
  }, [wanted])
}

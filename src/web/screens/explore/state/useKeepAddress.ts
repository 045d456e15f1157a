import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { keepForm, sourceTypeOf } from '../../../api/explore.ts'
import { formatAddress, ownAddress } from '../address.ts'
import type { Explore } from './exploreContext.ts'
import { markStored, rememberUnsaved } from './unsaved.ts'

const quietMs = 1000

/**
 * Stores the controls on the server and their key in the address, a second after the last change, so that a reload
 * loses nothing. Each run adds a step to the browser's history. If the user has left the page in the meantime, the
 * address is not changed.
 */
export function useKeepAddress(explore: Explore): void {
  const { router, form, ran } = { router: useRouter(), form: explore.form, ran: explore.state.ran }
  const latest = useRef(form)
  const pushedRun = useRef(ran)

  const keep = useEffectEvent(async (from: string) => {
    const isStillThere = () => router.history.location.href === from
    const { dataset, chartId, dashboardId } = explore
    if (dataset.id === null || !isStillThere()) return
    const type = sourceTypeOf(dataset)
    const source = { datasourceId: dataset.id, datasourceType: type }
    const key = await keepForm({ ...source, chartId, form }).catch(() => undefined)
    // a change made in the meantime is stored next; until then it is stored locally for the current address
    if (key === undefined || latest.current !== form || !isStillThere()) return
    const href = formatAddress(key, chartId, dataset.id, { dashboardId, type })
    if (pushedRun.current === ran) router.history.replace(href, { [ownAddress]: true })
    else router.history.push(href, { [ownAddress]: true })
    pushedRun.current = ran
    markStored()
  })

  useEffect(() => {
    if (latest.current === form) return
    latest.current = form
    rememberUnsaved(form)
    const from = router.history.location.href
    const timer = setTimeout(() => void keep(from), quietMs)
    return () => clearTimeout(timer)
  }, [form, router])
}

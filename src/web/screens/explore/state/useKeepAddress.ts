import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { keepForm } from '../../../api/explore.ts'
import { formatAddress } from '../address.ts'
import type { Explore } from './exploreContext.ts'
import { forgetUnsaved, rememberUnsaved } from './unsaved.ts'

const quietMs = 1000

/**
 * Keeps the controls on the server and their key in the address, a second after the last change, so that a reload loses
 * nothing. Each run adds a step to the browser's history.
 */
export function useKeepAddress(explore: Explore, onOwnAddress: (search: string) => void): void {
  const { router, form, ran } = { router: useRouter(), form: explore.form, ran: explore.state.ran }
  const kept = useRef(form)
  const pushedRun = useRef(ran)

  const keep = useEffectEvent(async () => {
    const { dataset, chartId } = explore
    if (dataset.id === null) return
    kept.current = form
    const key = await keepForm({ datasourceId: dataset.id, chartId, form }).catch(() => undefined)
    if (key === undefined || kept.current !== form) return
    const href = formatAddress(key, chartId, dataset.id)
    onOwnAddress(href.slice(href.indexOf('?')))
    if (pushedRun.current === ran) router.history.replace(href)
    else router.history.push(href)
    pushedRun.current = ran
    forgetUnsaved()
  })

  useEffect(() => {
    if (kept.current === form) return
    rememberUnsaved(form)
    const timer = setTimeout(() => void keep(), quietMs)
    return () => clearTimeout(timer)
  }, [form])
}

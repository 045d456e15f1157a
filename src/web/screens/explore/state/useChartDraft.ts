import { useEffect, useEffectEvent, useRef } from 'react'
import { changedControls } from '../../../../model/explore/exploreForm.ts'
import { sourceTypeOf } from '../../../api/explore.ts'
import { type LeftDraft, useLeftDraft } from '../../../drafts/useLeftDraft.ts'
import { type ChartDraft, chartDrafts, draftSubject } from './chartDrafts.ts'
import type { Explore } from './exploreContext.ts'

/** The key of the draft of this builder. */
export const ownDraftKey = ({ chartId, dataset, editor }: Pick<Explore, 'chartId' | 'dataset' | 'editor'>): string =>
  chartDrafts.keyOf(draftSubject(chartId, dataset), editor)

/**
 * Stores unsaved changes in the browser with each change, and returns those of an earlier visit that are not on the
 * screen.
 */
export function useChartDraft(explore: Explore): LeftDraft<ChartDraft> | undefined {
  const { chartId, dataset, form, state, isAltered, dispatch } = explore
  const ownKey = ownDraftKey(explore)
  const left = useLeftDraft(chartDrafts, draftSubject(chartId, dataset), ownKey)
  const kept = useRef({ form, name: state.name, isAltered })
  // the version is ignored: restored changes have an older one
  const isShown = left !== undefined && isSame(left.draft, explore)

  const keep = (version = state.saved?.version) => {
    if (dataset.id === null) return
    const source = { id: dataset.id, type: sourceTypeOf(dataset) }
    chartDrafts.keep(ownKey, { keptAt: Date.now(), version, source, name: state.name, form })
  }
  const onChange = useEffectEvent(() => {
    const hasWork = isAltered && (state.controls.past.length > 0 || state.name !== (state.saved?.name ?? ''))
    if (hasWork) keep()
    else if (!isAltered || chartId === undefined) chartDrafts.forget(ownKey)
  })
  useEffect(() => {
    const before = kept.current
    if (before.form === form && before.name === state.name && before.isAltered === isAltered) return
    kept.current = { form, name: state.name, isAltered }
    onChange()
  }, [form, state.name, isAltered])

  // after a reload, or with a link to the unsaved controls, this builder continues the draft
  const onShown = useEffectEvent(() => {
    if (left === undefined) return
    left.forget()
    if (!isAltered) return
    const { version, name } = left.draft
    keep(version)
    // the chart may have been saved since then: saving asks before it replaces a newer version
    if (version !== undefined) dispatch({ type: 'restored', form, name, version })
  })
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown])

  const onOpen = useEffectEvent(() => {
    if (explore.isHandedOver && isAltered) keep()
  })
  useEffect(() => onOpen(), [])

  return isShown ? undefined : left
}

const isSame = (draft: ChartDraft, { form, state }: Explore) =>
  draft.name === state.name && changedControls(draft.form, form).length === 0

import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { inheritedForm } from '../../../../charts/drillBy.ts'
import { toExploreFormData } from '../../../../charts/exploreFormData.ts'
import { findChart, startingType } from '../../../../charts/index.ts'
import type { DrawnPicture } from '../../../../charts/shared/contract.ts'
import type { Control } from '../../../../charts/shared/controls.ts'
import {
  drawnForm,
  type ExploreForm,
  type ExploreState,
  exploreReducer,
  isAltered,
  isStale,
  startExplore,
} from '../../../../model/explore/exploreState.ts'
import { controlErrors } from '../../../../model/explore/exploreStateErrors.ts'
import type { ExploreStart } from '../../../api/explore.ts'
import { dashboardFilters } from '../../../chart/dashboardFilters.ts'
import { datasourceOf } from '../../../chart/datasourceOf.ts'
import type { DragItem } from '../../../controls/dragItem.ts'
import { usePlainText } from '../../../ui/text.ts'
import type { ExploreAddress } from '../address.ts'
import { builderActions, newFormOf, preload } from './builderActions.ts'
import { partsOf } from './chartParts.ts'
import { type Explore, useExplore, useExploreRun } from './exploreContext.ts'
import type { HandedOver } from './handOver.ts'
import { rulesOf, sectionsOf } from './sections.ts'
import { unsavedForm } from './unsaved.ts'
import { useDashboardColors } from './useDashboardColors.ts'
import { type RunControl, useRun } from './useRun.ts'
import { useWantedType } from './useWantedType.ts'

interface BuilderStart {
  opened: ExploreStart
  address: ExploreAddress
  given: HandedOver | undefined
  editor: string
}

/** The builder's document, its actions, and its runs. */
export function useBuilder({ opened, address, given, editor }: BuilderStart): { explore: Explore; runs: RunControl } {
  const { dataset } = opened
  const datasource = useMemo(() => datasourceOf(dataset), [dataset])
  const [state, dispatch] = useReducer(exploreReducer, undefined, () => openingState(opened, address, given))
  const [sent, send] = useState<{ control: string; item: DragItem }>()
  const [wanted, setWanted] = useState<string>()
  const onStart = useCallback((form: ExploreForm) => dispatch({ type: 'ran', form }), [])
  const runs = useRun(datasource, onStart)
  const { start } = runs
  const { dashboardId } = address
  const dashboardColors = useDashboardColors(dashboardId)

  const picture = useRef<DrawnPicture>(null)
  const plain = usePlainText()

  const explore = useMemo((): Explore => {
    const form = state.controls.present
    const vizType = String(form['viz_type'])
    const parts = partsOf(vizType)
    const rules = rulesOf(parts)
    const errors = controlErrors(form, rules)
    const actions = builderActions({ state, dispatch, start, dataset, datasource, setWanted })

    return {
      opened,
      dataset,
      datasource,
      state,
      form,
      vizType,
      sections: sectionsOf(parts, plain),
      rules,
      errors,
      isNew: !wasComplete(state, rules),
      isStale: isStale(form, state.ran, rules),
      isAltered: isAltered(state),
      dashboardId,
      dashboardColors,
      onPicture: (drawn) => {
        picture.current = drawn
      },
      picture: () => picture.current,
      chartId: opened.slice?.slice_id,
      editor,
      isHandedOver: given !== undefined,
      update(options) {
        if (Object.keys(errors).length === 0 && dataset.id !== null) start(form, options)
      },
      isSwitching: wanted !== undefined,
      ...actions,
      sent,
      send,
    }
  }, [opened, dataset, datasource, state, dashboardId, dashboardColors, sent, start, wanted, plain, editor, given])

  const chartId = opened.slice?.slice_id
  const version = Number(/\d+/.exec(opened.version ?? '')?.[0])
  useEffect(() => {
    if (chartId === undefined || !version) return
    void import('../../../history/lastLooked.ts')
      .then(({ rememberLook }) => rememberLook({ kind: 'Chart', id: chartId }, version))
      // a failure is not reported: the look is stored only to mark newer changes in the history
      .catch(() => undefined)
  }, [chartId, version])

  useWantedType(wanted, { onLoaded: (type) => explore.switchTo(type), onFailed: () => setWanted(undefined) })

  const onOpen = useEffectEvent(() => {
    preload(explore.vizType, explore.form)
    explore.update({ force: address.force })
  })
  useEffect(() => onOpen(), [])

  return { explore, runs }
}

/** Whether the controls of the current type have ever been complete. */
function wasComplete({ controls, ran }: ExploreState, rules: readonly Control[]): boolean {
  const { viz_type } = controls.present
  const isComplete = (form: ExploreForm) =>
    form['viz_type'] === viz_type && Object.keys(controlErrors(form, rules)).length === 0
  return ran?.['viz_type'] === viz_type || [controls.present, ...controls.past].some(isComplete)
}

/** The form data with which the chart is currently drawn. */
export function useDrawnForm(): ExploreForm | undefined {
  const { form, rules } = useExplore()
  const { run } = useExploreRun()
  return useMemo(
    () => (run.answer === undefined ? undefined : drawnForm(form, run.answer.form, rules)),
    [form, run.answer, rules],
  )
}

/** The type of a new chart: that in the address, if it is supported. */
const firstType = ({ vizType }: ExploreAddress): string =>
  vizType !== null && findChart(vizType) ? vizType : startingType

/** The types whose parts must be loaded before the builder can open. */
export const openingTypes = ({ slice, form_data }: ExploreStart, address: ExploreAddress): string[] =>
  [unsavedForm()?.['viz_type'], form_data.viz_type ?? firstType(address), slice?.form_data['viz_type']].flatMap(
    (type) => (typeof type === 'string' ? [type] : []),
  )

function openingState(opened: ExploreStart, address: ExploreAddress, handed: HandedOver | undefined): ExploreState {
  const { dataset, slice, form_data } = opened
  const version = handed?.version ?? opened.version
  const datasource = datasourceOf(dataset)
  const inForm = (saved: ExploreForm) => {
    const parts = partsOf(saved['viz_type'])
    return parts ? toExploreFormData(parts, saved, datasource) : saved
  }
  const isNew = form_data.viz_type === undefined
  const vizType = firstType(address)
  const given = isNew ? { ...form_data, ...newFormOf(dataset, String(form_data['datasource']), vizType) } : form_data
  const savedName = slice?.slice_name ?? ''
  const name = handed?.name ?? savedName
  const saved = slice
    ? { name: savedName, form: inForm({ datasource: form_data['datasource'], ...slice.form_data }), version }
    : undefined
  if (handed?.document) return { ...handed.document, saved, ran: undefined }
  const extra = slice && dashboardFilters(address.dashboardPage, slice.slice_id)
  const form = inForm(given)
  return startExplore(unsavedForm() ?? (extra && inheritedForm(form, extra)) ?? form, name, saved)
}

import { toExploreFormData } from '../../../../charts/exploreFormData.ts'
import { findChart, shownType } from '../../../../charts/index.ts'
import {
  type ExploreAction,
  type ExploreForm,
  exploreReducer,
  isStale,
} from '../../../../model/explore/exploreState.ts'
import { controlErrors } from '../../../../model/explore/exploreStateErrors.ts'
import { newForm, switchType } from '../../../../model/explore/exploreStateSwitch.ts'
import type { ExploreDataset } from '../../../api/explore.ts'
import { preloadChart } from '../../../chart/components.ts'
import { isReady, loadParts, partsOf } from './chartParts.ts'
import { looksOf, namesOf } from './datasetNames.ts'
import type { Explore } from './exploreContext.ts'
import { withoutFaults } from './faults.ts'
import { rulesOf } from './sections.ts'
import type { RunControl } from './useRun.ts'

interface BuilderParts extends Pick<Explore, 'state' | 'dispatch' | 'dataset' | 'datasource'> {
  start: RunControl['start']
  /** a type that is selected, and whose code is still loading */
  setWanted: (type: string | undefined) => void
}

type Actions = Pick<Explore, 'dispatch' | 'switchTo' | 'apply' | 'restore' | 'takeOut' | 'clear'>

/** What the user can do with the document of the builder. */
export function builderActions({ state, dispatch, start, dataset, datasource, setWanted }: BuilderParts): Actions {
  const form = state.controls.present
  const vizType = String(form['viz_type'])
  const parts = partsOf(vizType)
  const rules = rulesOf(parts)

  /**
   * A change of the type runs the chart at once, and so does undoing it; likewise changes of controls whose editor
   * has an Apply button.
   */
  function act(action: ExploreAction) {
    dispatch(action)
    if (action.type === 'changed' && !isStale(form, state.ran, rules)) {
      const runs = rules.some(({ name, runsAtOnce }) => runsAtOnce && name in action.controls)
      const next = exploreReducer(state, action).controls.present
      if (runs && Object.keys(controlErrors(next, rules)).length === 0) start(next)
      return
    }
    if (action.type !== 'undone' && action.type !== 'redone') return
    const next = exploreReducer(state, action).controls.present
    const type = String(next['viz_type'])
    if (type === vizType) return
    preload(type, next)
    if (Object.keys(controlErrors(next, rulesOf(partsOf(type)))).length === 0) start(next)
  }

  function apply(controls: ExploreForm) {
    dispatch({ type: 'changed', controls })
    const next = { ...form, ...controls }
    if (Object.keys(controlErrors(next, rules)).length === 0) start(next)
  }

  function switchTo(next: string) {
    setWanted(undefined)
    if (next === vizType) return
    preload(next, form)
    if (!isReady(next)) {
      setWanted(next)
      return
    }
    const nextParts = partsOf(next)
    const nextRules = rulesOf(nextParts)
    const switched = switchType({
      form,
      vizType: next,
      rules: nextRules,
      memory: state.memory,
      temporalColumns: namesOf(dataset).temporalColumns,
    })
    const opening = nextParts ? toExploreFormData(nextParts, switched, datasource) : switched
    dispatch({ type: 'switched', form: opening })
    if (Object.keys(controlErrors(opening, nextRules)).length === 0) start(opening)
  }

  return {
    dispatch: act,
    switchTo,
    apply,
    async restore({ form: restored, ...rest }) {
      const type = String(restored['viz_type'])
      await loadParts(type)
      preload(type, restored)
      dispatch({ type: 'restored', form: restored, ...rest })
      if (Object.keys(controlErrors(restored, rulesOf(partsOf(type)))).length === 0) start(restored)
    },
    takeOut: (faults) => apply(withoutFaults(form, faults)),
    clear() {
      const fresh = newFormOf(dataset, String(form['datasource']), vizType)
      dispatch({ type: 'replaced', form: parts ? toExploreFormData(parts, fresh, datasource) : fresh })
    },
  }
}

export function newFormOf(dataset: ExploreDataset, source: string, vizType: string): ExploreForm {
  const { columns, temporalColumns: times } = namesOf(dataset)
  return newForm({
    datasource: source,
    vizType,
    rules: rulesOf(partsOf(vizType)),
    columns,
    times,
    looks: looksOf(dataset),
  })
}

/** Starts loading the code that draws a type. */
export function preload(vizType: string, form: ExploreForm): void {
  const chart = findChart(vizType)
  if (chart) preloadChart(shownType(chart), form)
}

import { advance, type History, redo, startHistory, undo } from '../basics/history.ts'
import { sameJson } from '../dashboard/dashboardState.ts'
import { changedControls, type ExploreForm } from './exploreForm.ts'
import { enterType, leaveType, startMemory, type TypeMemory } from './exploreStateMemory.ts'

export type { ExploreForm } from './exploreForm.ts'

/** The unsaved document of the chart builder. */
export interface ExploreState {
  /** the controls, with their undo history */
  controls: History<ExploreForm>
  name: string
  /** as in the saved chart, with the version that a save must send; undefined for a new chart */
  saved: { form: ExploreForm; name: string; version: string | undefined } | undefined
  /** the form data of the last run query */
  ran: ExploreForm | undefined
  /** control values of chart types that were selected before */
  memory: TypeMemory
}

export type ExploreAction =
  /** undefined removes a control */
  | { type: 'changed'; controls: ExploreForm }
  /** the chart itself changed controls, such as the viewport of a map; repeated moves are one step of undo */
  | { type: 'moved'; controls: ExploreForm }
  | { type: 'switched'; form: ExploreForm }
  /** all controls at once, of the same type */
  | { type: 'replaced'; form: ExploreForm }
  | { type: 'renamed'; name: string }
  /** restored unsaved work; saving it replaces `version` of the saved chart, and no newer version */
  | { type: 'restored'; form: ExploreForm; name: string; version: string | undefined }
  | { type: 'ran'; form: ExploreForm }
  | { type: 'saved'; form: ExploreForm; name: string; version: string | undefined }
  | { type: 'undone' }
  | { type: 'redone' }

const undoLimit = 100

export function startExplore(form: ExploreForm, name: string, saved: ExploreState['saved']): ExploreState {
  return { controls: startHistory(form), name, saved, ran: undefined, memory: startMemory(form) }
}

/** The builder's state after an event. Pure; an event without an effect returns the same state. */
export function exploreReducer(state: ExploreState, action: ExploreAction): ExploreState {
  const form = state.controls.present
  switch (action.type) {
    case 'changed': {
      const names = Object.keys(action.controls).filter((name) => !sameJson(form[name], action.controls[name]))
      if (names.length === 0) return state
      const next = { ...form, ...renamedColumns(form, action.controls) }
      for (const name of names) {
        if (action.controls[name] === undefined) delete next[name]
        else next[name] = action.controls[name]
      }
      return { ...state, controls: advance(state.controls, next, undoLimit) }
    }
    case 'moved': {
      const next = { ...form, ...action.controls }
      if (sameJson(form, next)) return state
      const { past, future } = state.controls
      const before = future.length === 0 ? past.at(-1) : undefined
      const isSaved = state.saved !== undefined && changedControls(state.saved.form, form).length === 0
      const continues = !isSaved && before && changedControls(before, form).every((name) => name in action.controls)
      return {
        ...state,
        controls: continues ? { ...state.controls, present: next } : advance(state.controls, next, undoLimit),
      }
    }
    case 'switched':
      return {
        ...state,
        controls: advance(state.controls, action.form, undoLimit),
        memory: enterType(leaveType(state.memory, form), action.form),
      }
    case 'replaced':
      return sameJson(form, action.form)
        ? state
        : { ...state, controls: advance(state.controls, action.form, undoLimit) }
    case 'renamed':
      return action.name === state.name ? state : { ...state, name: action.name }
    case 'restored':
      return {
        ...state,
        controls: sameJson(form, action.form) ? state.controls : advance(state.controls, action.form, undoLimit),
        memory:
          form['viz_type'] === action.form['viz_type']
            ? state.memory
            : enterType(leaveType(state.memory, form), action.form),
        name: action.name,
        saved: state.saved && { ...state.saved, version: action.version },
      }
    case 'ran':
      return { ...state, ran: action.form }
    case 'saved':
      return { ...state, name: action.name, saved: { form: action.form, name: action.name, version: action.version } }
    case 'undone':
      return { ...state, controls: undo(state.controls) }
    case 'redone':
      return { ...state, controls: redo(state.controls) }
  }
}

const metricNames = (value: unknown) =>
  (Array.isArray(value) ? (value as unknown[]) : []).map((metric) =>
    typeof metric === 'string' ? metric : String((metric as { label?: unknown } | null)?.label ?? ''),
  )

/** When a metric gets another label, the table settings of its column move to the new name. */
function renamedColumns(form: ExploreForm, changed: ExploreForm): ExploreForm {
  const config = form['column_config'] as Record<string, unknown> | undefined
  if (config === undefined || config === null || !('metrics' in changed)) return {}
  const [before, after] = [metricNames(form['metrics']), metricNames(changed['metrics'])]
  if (before.length !== after.length) return {}
  const renamed = before.flatMap((name, index) => {
    const next = after[index]
    return next !== undefined && next !== name && !before.includes(next) && name in config
      ? [[name, next] as const]
      : []
  })
  if (renamed.length === 0) return {}
  const names = new Map(renamed)
  return {
    column_config: Object.fromEntries(Object.entries(config).map(([name, each]) => [names.get(name) ?? name, each])),
  }
}

/** Whether the chart differs from the saved one. A new chart always counts as unsaved. */
export function isAltered(state: ExploreState): boolean {
  if (state.saved === undefined) return true
  return state.name !== state.saved.name || changedControls(state.saved.form, state.controls.present).length > 0
}

/** The properties of a control that validation and running use. */
export interface ControlRule {
  name: string
  kind: string
  label: string
  required?: boolean
  /** false: a change only redraws */
  query: boolean
  /** of a list of columns: a new chart starts with the dataset's main time column */
  startsWithTime?: true
  visible?: (form: ExploreForm) => boolean
}

/** Whether the controls request data that differs from the shown data. `rules` are those of the current chart type. */
export function isStale(form: ExploreForm, ran: ExploreForm | undefined, rules: readonly ControlRule[]): boolean {
  if (ran === undefined) return true
  const looks = new Set(rules.filter((rule) => !rule.query).map((rule) => rule.name))
  return changedControls(ran, form).some((name) => !looks.has(name))
}

/** The form data for drawing: the data controls of the last query, and current values of controls that only redraw. */
export function drawnForm(form: ExploreForm, ran: ExploreForm, rules: readonly ControlRule[]): ExploreForm {
  if (form['viz_type'] !== ran['viz_type']) return ran
  const drawn = { ...ran }
  for (const { name, query } of rules) {
    if (query) continue
    if (form[name] === undefined) delete drawn[name]
    else drawn[name] = form[name]
  }
  return drawn
}

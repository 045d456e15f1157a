/** The loading state of a chart type from a plugin: it starts, then completes or fails. */
export interface PluginLoad {
  key: string
  isLoading: boolean
  error?: string
}

export type PluginAction =
  | { type: 'listed'; keys: readonly string[] }
  | { type: 'begin'; key: string }
  | { type: 'complete'; key: string; error?: string }

/** The state of every plugin, in the order of the list. A plugin that is no longer listed is dropped. */
export function pluginReducer(loads: readonly PluginLoad[], action: PluginAction): readonly PluginLoad[] {
  if (action.type === 'listed')
    return action.keys.map((key) => loads.find((load) => load.key === key) ?? { key, isLoading: false })
  const { key } = action
  const next: PluginLoad =
    action.type === 'begin'
      ? { key, isLoading: true }
      : { key, isLoading: false, ...(action.error !== undefined && { error: action.error }) }
  return loads.map((load) => (load.key === key ? next : load))
}

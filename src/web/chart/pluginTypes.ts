import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { create } from 'zustand'
import { addCharts } from '../../charts/index.ts'
import type { ChartType } from '../../charts/shared/contract.ts'
import { loadPlugin } from '../../charts/shared/plugins/loadPlugin.ts'
import { type PluginAction, type PluginLoad, pluginReducer } from '../../model/chart/pluginTypes.ts'
import { hasFlag } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { type Plugin, pluginTypesQuery } from '../api/plugins.ts'
import { deniedTypes, offeredTypes } from './offeredTypes.ts'

type Listed = Pick<Plugin, 'name' | 'key' | 'bundle_url'>

interface PluginState {
  loads: readonly PluginLoad[]
  types: ReadonlyMap<string, ChartType>
}

const usePlugins = create<PluginState>(() => ({ loads: [], types: new Map() }))

const dispatch = (action: PluginAction) => usePlugins.setState(({ loads }) => ({ loads: pluginReducer(loads, action) }))

function addType(type: ChartType): void {
  addCharts([type])
  usePlugins.setState(({ types }) => ({ types: new Map([...types, [type.type, type]]) }))
}

/** The type of a plugin: data of the list, and data of its script when it has loaded. */
const typeOf = ({ key, name, bundle_url }: Listed, more: Partial<ChartType> = {}): ChartType => ({
  type: key,
  name,
  folder: bundle_url,
  category: 'Other',
  tags: [],
  description: '',
  behaviors: [],
  shows: 'plot',
  picture: 'line',
  drawnWith: 'react',
  ...more,
})

async function load(plugin: Listed): Promise<void> {
  const { key, bundle_url } = plugin
  dispatch({ type: 'begin', key })
  try {
    const { category = 'Other', tags = [], description = '' } = await loadPlugin(bundle_url)
    addType(typeOf(plugin, { category, tags, description }))
    dispatch({ type: 'complete', key })
  } catch (error) {
    // oxlint-disable-next-line no-console -- as in the contract: it is only logged, and missing in the gallery
    console.error(`The plugin ${plugin.name} could not be loaded.`, error)
    dispatch({ type: 'complete', key, error: messageOf(error) })
  }
}

/** Registers the types of plugins by their keys, then loads the scripts that have not been loaded. */
function registerPlugins(listed: readonly Listed[]): void {
  const { loads } = usePlugins.getState()
  dispatch({ type: 'listed', keys: listed.map(({ key }) => key) })
  for (const plugin of listed) {
    if (loads.some(({ key, error }) => key === plugin.key && error === undefined)) continue
    addType(typeOf(plugin))
    void load(plugin)
  }
}

/**
 * Whether the types of plugins are known; true at once if the flag is off. If the list fails to load, there are no
 * plugins.
 */
export function usePluginsListed(): boolean {
  const isOn = hasFlag('DYNAMIC_PLUGINS')
  const list = useQuery({ ...pluginTypesQuery, enabled: isOn })
  const { data } = list
  const loads = usePlugins((state) => state.loads)
  useEffect(() => {
    if (data) registerPlugins(data)
  }, [data])
  return (
    !isOn || list.isError || (data !== undefined && data.every(({ key }) => loads.some((load) => load.key === key)))
  )
}

/** The types for new charts: the built-in ones, then the plugins that have loaded. */
export function useOfferedTypes(): readonly ChartType[] {
  usePluginsListed()
  const { loads, types } = usePlugins()
  const added = loads.flatMap(({ key, isLoading, error }) => {
    const type = types.get(key)
    return isLoading || error !== undefined || !type || deniedTypes.includes(key) ? [] : [type]
  })
  return added.length === 0 ? offeredTypes : [...offeredTypes, ...added]
}

/** How many plugins are being loaded. */
export const useLoadingPlugins = (): number =>
  usePlugins(({ loads }) => loads.filter(({ isLoading }) => isLoading).length)

import { useLayoutEffect, useMemo, useRef } from 'react'
import type { ChartComponentProps, ViewModule } from '../contract.ts'
import { loadPlugin, withDefaults } from './loadPlugin.ts'
import type { PluginChart } from './pluginChart.ts'

type Props = ChartComponentProps<Record<string, unknown>>

/** The drawing of a plugin, as the view part of a type. */
export async function pluginView(address: string): Promise<ViewModule> {
  const plugin = await loadPlugin(address)
  return { default: (props) => <PluginDrawing {...props} plugin={plugin} /> }
}

/** An element that only the plugin's own code fills. The error boundary around charts shows the errors of that code. */
function PluginDrawing({ plugin, ...props }: Props & { plugin: PluginChart }) {
  const { data, datasource, theme, size, color, locale, title } = props
  const frame = useRef<HTMLElement>(null)
  const formData = useMemo(() => withDefaults(plugin, props.formData), [plugin, props.formData])
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    element.replaceChildren()
    return plugin.draw(element, { formData, data, datasource, theme, size, color, locale, title })
  }, [plugin, formData, data, datasource, theme, size, color, locale, title])
  return <figure ref={frame} aria-label={title} style={{ ...size, margin: 0 }} />
}

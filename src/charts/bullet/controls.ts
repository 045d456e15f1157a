import { filters, look, metric } from '../shared/controlGroups.ts'
import type { Control, ControlSection } from '../shared/controls.ts'

const list = (name: string, label: string, description: string): Control =>
  look(name, 'text', label, { default: '', description })

export const controls: ControlSection[] = [
  { label: 'Query', tab: 'data', expanded: true, controls: [metric(), filters()] },
  {
    label: 'Chart Options',
    tab: 'customize',
    expanded: true,
    controls: [
      list('ranges', 'Ranges', 'Ends of the shaded ranges, separated by commas'),
      list('range_labels', 'Range labels', 'Labels for the ranges, separated by commas'),
      list('markers', 'Markers', 'Values to mark with triangles, separated by commas'),
      list('marker_labels', 'Marker labels', 'Labels for the markers, separated by commas'),
      list('marker_lines', 'Marker lines', 'Values to mark with lines, separated by commas'),
      list('marker_line_labels', 'Marker line labels', 'Labels for the marker lines, separated by commas'),
    ],
  },
]

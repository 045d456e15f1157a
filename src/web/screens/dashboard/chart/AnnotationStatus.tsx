import { ChartLine } from 'lucide-react'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import { useLayerFaults } from '../../../chart/useLayerFaults.ts'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useDashboard } from '../state/session.ts'
import css from './AnnotationStatus.module.css'

const texts = defineTexts('dashboard.annotationStatus', {
  loading: 'Annotation layers are still loading.',
  failed: 'One ore more annotation layers failed loading.',
  fault: '{name}: {message}',
})

/** An icon in the header of a chart with annotation layers, while they are loading and if some of them failed. */
export default function AnnotationStatus({ chart }: { chart: DashboardChart }) {
  const t = useText()
  const result = useDashboard((state) => state.runs[chart.id]?.result)
  const isLoading = useDashboard((state) => state.runs[chart.id]?.phase === 'loading')
  const faults = useLayerFaults(chart.form_data, result)
  if (isLoading) {
    return (
      <LabelledIcon label={t(texts.loading)} tooltip={t(texts.loading)} className={css.loading}>
        <ChartLine size={14} />
      </LabelledIcon>
    )
  }
  if (faults.length === 0) return null
  const lines = [t(texts.failed), ...faults.map((fault) => t(texts.fault, { ...fault }))]
  return (
    <LabelledIcon
      label={lines.join(' ')}
      tooltip={<span className={css.lines}>{lines.join('\n')}</span>}
      className={css.failed}
    >
      <ChartLine size={14} />
    </LabelledIcon>
  )
}

import type { EditedMetric } from '../../api/datasetEdit.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/Table.tsx'
import { defineTexts, useText } from '../../ui/text.ts'

const texts = defineTexts('datasetMetrics', {
  title: 'Metrics',
  name: 'Metric',
  label: 'Label',
  expression: 'SQL expression',
  description: 'Description',
})

export function MetricsTable({ metrics }: { metrics: readonly EditedMetric[] }) {
  const t = useText()
  return (
    <Table label={t(texts.title)}>
      <thead>
        <tr>
          <HeadCell>{t(texts.name)}</HeadCell>
          <HeadCell width={200}>{t(texts.label)}</HeadCell>
          <HeadCell>{t(texts.expression)}</HeadCell>
          <HeadCell>{t(texts.description)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {metrics.map((metric) => (
          <Row key={metric.id}>
            <Cell>{metric.metric_name}</Cell>
            <Cell quiet>{metric.verbose_name}</Cell>
            <Cell>
              <code>{metric.expression}</code>
            </Cell>
            <Cell quiet>{metric.description}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

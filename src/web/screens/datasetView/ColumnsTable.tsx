import type { EditedColumn } from '../../api/datasetEdit.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/Table.tsx'
import { defineTexts, useText } from '../../ui/text.ts'

const texts = defineTexts('datasetColumns', {
  title: 'Columns',
  name: 'Column Name',
  type: 'Datatype',
  label: 'Label',
  description: 'Description',
})

export function ColumnsTable({ columns }: { columns: readonly EditedColumn[] }) {
  const t = useText()
  return (
    <Table label={t(texts.title)}>
      <thead>
        <tr>
          <HeadCell>{t(texts.name)}</HeadCell>
          <HeadCell width={180}>{t(texts.type)}</HeadCell>
          <HeadCell width={200}>{t(texts.label)}</HeadCell>
          <HeadCell>{t(texts.description)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => (
          <Row key={column.id}>
            <Cell>{column.column_name}</Cell>
            <Cell quiet>{column.type}</Cell>
            <Cell quiet>{column.verbose_name}</Cell>
            <Cell quiet>{column.description}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

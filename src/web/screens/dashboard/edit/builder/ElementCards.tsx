import { Columns2, Heading, Minus, PanelTop, Rows2, Text } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LayoutType } from '../../../../../model/dashboard/layout.ts'
import { newComponent } from '../../../../../model/dashboardEdit/layoutEdit.ts'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { newId } from '../editStore.ts'
import css from './BuilderPane.module.css'
import { Card } from './Card.tsx'
import { CardList } from './CardList.tsx'

const texts = defineTexts('dashboard.edit.elements', {
  list: 'Layout elements',
  tabs: 'Tabs',
  row: 'Row',
  column: 'Column',
  header: 'Header',
  markdown: 'Text',
  divider: 'Divider',
  sample:
    '# ✨Header 1\n## ✨Header 2\n### ✨Header 3\n\n[Click here to learn more about markdown formatting](https://commonmark.org/help/)',
})

const elements: [LayoutType, keyof typeof texts, ReactNode][] = [
  ['TABS', 'tabs', <PanelTop key="tabs" size={15} />],
  ['ROW', 'row', <Rows2 key="row" size={15} />],
  ['COLUMN', 'column', <Columns2 key="column" size={15} />],
  ['HEADER', 'header', <Heading key="header" size={15} />],
  ['MARKDOWN', 'markdown', <Text key="markdown" size={15} />],
  ['DIVIDER', 'divider', <Minus key="divider" size={15} />],
]

/** The layout elements that can be added, as cards. */
export function ElementCards() {
  const t = useText()
  return (
    <div className={css.cards}>
      <CardList label={t(texts.list)}>
        {elements.map(([type, name, icon]) => (
          <Card
            key={type}
            label={t(texts[name])}
            icon={icon}
            make={() => newComponent(type, newId(type), type === 'MARKDOWN' ? { code: t(texts.sample) } : {})}
          />
        ))}
      </CardList>
    </div>
  )
}

import { Plus } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './SqlLabScreen.module.css'
import { addTab } from './state/lab.ts'

const texts = defineTexts('sqlLab.noTabs', {
  title: 'Add a new tab to create SQL Query',
  text: 'Write SQL, run it against a database, and make a chart or a dataset from the result.',
  add: 'New tab',
})

/** Shown when all tabs are closed. */
export function NoTabs() {
  const t = useText()
  return (
    <div className={css.middle}>
      <EmptyState
        size="big"
        title={t(texts.title)}
        text={t(texts.text)}
        actions={
          <Button variant="primary" size="md" icon={<Plus size={14} />} onClick={() => void addTab()}>
            {t(texts.add)}
          </Button>
        }
      />
    </div>
  )
}

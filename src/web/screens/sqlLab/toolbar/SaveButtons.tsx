import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Link, Save } from 'lucide-react'
import { useState } from 'react'
import { can, hasFlag } from '../../../api/bootstrap.ts'
import { messageOf } from '../../../api/failure.ts'
import type { VirtualSource } from '../../../api/sqlDatasets.ts'
import { editorDatabasesQuery, storeShared } from '../../../api/sqlLab.ts'
import { SaveDatasetDialog } from '../../../saveDataset/SaveDatasetDialog.tsx'
import { PaletteActions } from '../../../shell/PaletteActions.tsx'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { hasStatement } from '../editor/statements.ts'
import type { LabTab } from '../state/labTypes.ts'
import { SaveQueryDialog } from './SaveQueryDialog.tsx'
import css from './Toolbar.module.css'

const texts = defineTexts('sqlLab.save', {
  save: 'Save',
  saveQuery: 'Save query',
  more: 'More ways to save',
  saveDataset: 'Save dataset',
  copyLink: 'Copy link',
  saveFirst: 'Save the query to enable this feature',
})

const sourceOf = ({ databaseId, schema, templateParams }: LabTab, sql: string): VirtualSource => ({
  databaseId: databaseId ?? 0,
  schema,
  sql,
  templateParams,
})

/** Buttons that save a tab's text as a query or a dataset, and copy a link to it. */
export function SaveButtons({ tab, sql }: { tab: LabTab; sql: string }) {
  const t = useText()
  const copy = useCopy()
  const [open, setOpen] = useState<'query' | 'dataset'>()
  const databases = useQuery(editorDatabasesQuery)
  const explores = databases.data?.find(({ id }) => id === tab.databaseId)?.allows_virtual_table_explore !== false
  const canSave = can('can_write', 'SavedQuery')
  const isShared = hasFlag('SHARE_QUERIES_VIA_KV_STORE')
  const canLink = isShared || tab.savedQueryId !== null

  async function linkOf(): Promise<string> {
    if (!isShared) return `${location.origin}/superset/sqllab/?savedQueryId=${tab.savedQueryId}`
    const { databaseId: dbId, label: name, schema, templateParams } = tab
    const id = await storeShared({ dbId, name, schema, sql: tab.sql, templateParams })
    return `${location.origin}/superset/sqllab/?id=${id}`
  }

  const noDataset = !explores || !hasStatement(sql) || tab.databaseId === null
  const copyLink = () => void copy(linkOf()).catch((error: unknown) => toast.danger(messageOf(error)))

  return (
    <>
      <PaletteActions
        items={[
          canSave && { label: t(texts.saveQuery), onSelect: () => setOpen('query') },
          canSave && !noDataset && { label: t(texts.saveDataset), onSelect: () => setOpen('dataset') },
          canLink && { label: t(texts.copyLink), onSelect: copyLink },
        ]}
      />
      {canSave ? (
        <span className={css.group}>
          <Button className={css.first} icon={<Save size={14} />} onClick={() => setOpen('query')}>
            {t(texts.save)}
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton
                variant="default"
                className={css.last}
                label={t(texts.more)}
                icon={<ChevronDown size={14} />}
                disabled={noDataset}
              />
            }
            items={[{ label: t(texts.saveDataset), onSelect: () => setOpen('dataset') }]}
          />
        </span>
      ) : null}
      <Button icon={<Link size={14} />} disabledReason={!canLink && t(texts.saveFirst)} onClick={copyLink}>
        {t(texts.copyLink)}
      </Button>
      {open === 'query' ? <SaveQueryDialog tab={tab} onClose={() => setOpen(undefined)} /> : null}
      {open === 'dataset' ? (
        <SaveDatasetDialog name={tab.label} source={sourceOf(tab, sql)} opensPage onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { folderPath } from '../../model/folder/folderTree.ts'
import { type FoldedKind, foldersQuery, updateFolder } from '../api/folders.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { RadioGroup } from '../ui/Radio.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { folderRows, type PlacedFolder } from './folderRows.ts'
import { LeveledName } from './LeveledName.tsx'
import { useFolderChanges } from './useFolderChanges.ts'

const texts = defineTexts('moveFolder', {
  title: 'Move {name}',
  folders: 'Folders',
  top: 'At the top level, not in another folder',
  cancel: 'Cancel',
  move: 'Move',
})

const TOP = 'top'

interface MoveFolderDialogProps {
  kind: FoldedKind
  folder: PlacedFolder
  onClose: () => void
}

/** Moves a folder into another one, or to the top level. */
export function MoveFolderDialog({ kind, folder, onClose }: MoveFolderDialogProps) {
  const t = useText()
  const { data } = useQuery(foldersQuery(kind))
  const { run } = useFolderChanges(kind)
  const before = folder.parent_id === null ? TOP : String(folder.parent_id)
  const [chosen, setChosen] = useState(before)
  const [isBusy, setIsBusy] = useState(false)
  const tree = new Map(data?.map((each) => [each.id, each]))
  // excludes the folder itself and the folders below it
  const places = folderRows(data ?? [], { isPersonal: folder.is_personal }).filter(
    ({ id }) => !folderPath(tree, id).includes(folder.id),
  )

  async function save() {
    setIsBusy(true)
    const isDone = await run(() => updateFolder(folder.id, { parent_id: chosen === TOP ? null : Number(chosen) }))
    setIsBusy(false)
    if (isDone) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { name: folder.name })}
      width={460}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" busy={isBusy} disabled={chosen === before} onClick={() => void save()}>
            {t(texts.move)}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t(texts.folders)}
        value={chosen}
        onChange={setChosen}
        options={[
          { value: TOP, label: t(texts.top) },
          ...places.map((place) => ({ value: String(place.id), label: <LeveledName folder={place} /> })),
        ]}
      />
    </Dialog>
  )
}

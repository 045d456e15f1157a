import { useQueryClient } from '@tanstack/react-query'
import { Map as MapIcon } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, messageOf } from '../../api/failure.ts'
import { type BoundaryMap, renameBoundaryMap, uploadBoundaries } from '../../api/mapBoundaries.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { FileChooser } from '../../upload/FileChooser.tsx'
import css from './MapBoundaries.module.css'
import { notesText } from './notesText.ts'

const texts = defineTexts('mapBoundaryDialog', {
  addTitle: 'Add map',
  editTitle: 'Edit map',
  hint: 'A GeoJSON or TopoJSON file with areas, up to 50 MB. Coordinates are degrees, or positions on a plan.',
  replaceHint: 'Select a file to replace the areas. Charts continue to use the map.',
  name: 'Name',
  code: 'Property with codes',
  regionName: 'Property with names',
  found: 'If empty: detected from the values',
  plan: 'Coordinates are positions on a plan, not degrees',
  cancel: 'Cancel',
  add: 'Add',
  save: 'Save',
  created: '{name} was added: {regions, plural, one {# region} other {# regions}}.',
  updated: 'The map was saved.',
  close: 'Close',
})

interface Props {
  /** undefined for a new map */
  map: BoundaryMap | undefined
  onClose: () => void
}

/** The suggested name of a map: `Sales districts.plan.geojson` becomes `Sales districts`. */
const nameOf = (file: File) => file.name.replace(/(\.plan)?(\.(geo|topo)?json)?$/i, '').slice(0, 100)

/** Name and file of a map with custom boundaries. */
export default function MapBoundaryDialog({ map, onClose }: Props) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [name, setName] = useState(map?.name ?? '')
  const [code, setCode] = useState(map?.code_property ?? '')
  const [regionName, setRegionName] = useState(map?.name_property ?? '')
  const [isPlan, setIsPlan] = useState(map?.is_plan ?? false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** what happened to a saved map, and what was found in its file */
  const [saved, setSaved] = useState<Written>()
  const isReady = name.trim() !== '' && (map !== undefined || file !== undefined)
  const faults = failure instanceof ApiError ? failure.fields : undefined
  const nameFault = faults?.['name']

  async function write(): Promise<Written> {
    const fields = {
      code_property: code.trim(),
      name_property: regionName.trim(),
      ...(isPlan && { is_plan: 'true' as const }),
    }
    if (map === undefined && file) {
      const { result } = await uploadBoundaries(undefined, file, { ...fields, name: name.trim() })
      return { text: t(texts.created, { name: result.name, regions: result.regions }), notes: result.notes }
    }
    if (map && name.trim() !== map.name) await renameBoundaryMap(map.id, name.trim())
    const notes = map && file ? (await uploadBoundaries(map.id, file, fields)).result.notes : ''
    return { text: t(texts.updated), notes }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      const written = await write()
      if (written.notes === '') {
        toast.success(written.text)
        onClose()
      } else setSaved(written)
    } catch (error) {
      setFailure(error)
      setIsBusy(false)
    }
    void queryClient.invalidateQueries({ queryKey: ['boundaryMaps'] })
  }

  function choose([chosen]: readonly File[]) {
    setFile(chosen)
    setFailure(undefined)
    if (chosen && map === undefined) {
      if (name === '' || (file && name === nameOf(file))) setName(nameOf(chosen))
      setIsPlan(/\.plan\.\w+$/i.test(chosen.name))
    }
  }

  if (saved) return <SavedMap {...saved} title={name.trim()} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!isBusy}
      title={t(map === undefined ? texts.addTitle : texts.editTitle)}
      width={520}
      footer={
        <>
          <Button size="md" onClick={onClose} disabled={isBusy}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(map === undefined ? texts.add : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {failure === undefined || nameFault !== undefined ? null : <Banner tone="danger">{messageOf(failure)}</Banner>}
        {map && map.notes !== '' && !file && <Banner tone="warning">{notesText(map.notes)}</Banner>}
        <FileChooser
          icon={<MapIcon size={20} />}
          name={file?.name}
          accept=".json,.geojson,.topojson"
          disabled={isBusy}
          onFiles={choose}
        />
        <p className={css.hint}>{t(map === undefined ? texts.hint : texts.replaceHint)}</p>
        <TextField
          size="md"
          required
          autoComplete="off"
          maxLength={100}
          label={t(texts.name)}
          error={nameFault === undefined ? undefined : [nameFault].flat().join(' ')}
          value={name}
          onChange={setName}
        />
        {(map === undefined || file) && (
          <>
            <PropertyFields code={code} onCode={setCode} regionName={regionName} onRegionName={setRegionName} />
            <Checkbox label={t(texts.plan)} checked={isPlan} onChange={setIsPlan} />
          </>
        )}
      </form>
    </Dialog>
  )
}

interface Written {
  text: string
  /** sentences about the file, in lines; empty if there is nothing to say */
  notes: string
}

/** What was found in the file of a map that was saved: readers close it themselves. */
function SavedMap({ text, notes, title, onClose }: Written & { title: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      width={520}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <div className={css.form}>
        <Banner tone="success">{text}</Banner>
        <Banner tone="warning">{notesText(notes)}</Banner>
      </div>
    </Dialog>
  )
}

interface PropertyFieldsProps {
  code: string
  onCode: (code: string) => void
  regionName: string
  onRegionName: (name: string) => void
}

/** The properties of the file with the code and the name of each region. */
function PropertyFields({ code, onCode, regionName, onRegionName }: PropertyFieldsProps) {
  const t = useText()
  return (
    <div className={css.pair}>
      <TextField
        size="md"
        autoComplete="off"
        maxLength={100}
        label={t(texts.code)}
        help={t(texts.found)}
        value={code}
        onChange={onCode}
      />
      <TextField
        size="md"
        autoComplete="off"
        maxLength={100}
        label={t(texts.regionName)}
        help={t(texts.found)}
        value={regionName}
        onChange={onRegionName}
      />
    </div>
  )
}

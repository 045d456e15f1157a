/**
 * `npm run texts`: brings the catalogues of all languages in step with the sources, prints what they lack and what is
 * wrong in them. `npm run texts -- fr` does so for some languages, and creates a catalogue that does not exist. `npm
 * run texts -- check FILE...` only checks files, wherever they are; the name of a file is the code of its language.
 * `npm run texts -- missing fr` prints the texts without a translation. Exit code 1 if something is wrong.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { languages } from '../src/model/language/languages.ts'
import { catalogueFaults, merge, readCatalogue, writeCatalogue } from './texts/catalogue.ts'
import { sourceTexts } from './texts/sourceTexts.ts'

const folder = join(resolve(import.meta.dirname, '..'), 'src/locales')
const fileOf = (code: string) => join(folder, `${code}.json`)
const say = (text: string) => void process.stdout.write(`${text}\n`)

const [first = '', ...rest] = process.argv.slice(2)
const texts = await sourceTexts()
const read = (file: string) => (existsSync(file) ? readCatalogue(readFileSync(file, 'utf8')) : new Map())
const faults: string[] = []

if (first === 'check') {
  for (const file of rest) {
    faults.push(...catalogueFaults(texts, read(file), basename(file, '.json')).map((fault) => `${file}: ${fault}`))
  }
} else if (first === 'missing') {
  for (const code of rest) {
    const { catalogue, missing } = merge(texts, read(fileOf(code)), code)
    for (const id of missing) say(`${code} ${id}: ${catalogue.get(id)?.en}`)
  }
} else {
  const named = first === '' ? [] : [first, ...rest]
  const codes = languages.map(({ code }) => code).filter((code) => code !== 'en')
  const unknown = named.filter((code) => !codes.includes(code))
  if (unknown.length > 0) {
    say(`Unknown language: ${unknown.join(', ')}. Languages: ${codes.join(', ')}`)
    process.exit(2)
  }
  for (const code of named.length > 0 ? named : codes.filter((each) => existsSync(fileOf(each)))) {
    const file = fileOf(code)
    const { catalogue, missing, changed, gone } = merge(texts, read(file), code)
    writeFileSync(file, writeCatalogue(catalogue))
    faults.push(...catalogueFaults(texts, catalogue, code).map((fault) => `${code}: ${fault}`))
    const done = texts.size - missing.length
    say(
      `${code}: ${done} of ${texts.size} texts, ${missing.length} new, ${changed.length} to check, ${gone.length} gone`,
    )
    for (const id of changed) say(`  to check: ${id}: ${catalogue.get(id)?.en}`)
    for (const id of gone) say(`  gone: ${id}`)
  }
}
for (const fault of faults) say(fault)
if (faults.length > 0) say(`${faults.length} texts are wrong`)
process.exit(faults.length > 0 ? 1 : 0)

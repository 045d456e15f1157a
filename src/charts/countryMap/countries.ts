import { keyOfSavedMap } from '../../model/geography/savedMap.ts'

/** The countries with boundaries of regions: the names of the files, which are the saved values. */
const files = `
  afghanistan aland albania algeria american_samoa andorra angola anguilla antigua_and_barbuda argentina
  armenia australia austria azerbaijan bahrain bangladesh barbados belarus belgium belize benin bermuda
  bhutan bolivia bosnia_and_herzegovina botswana brazil brunei bulgaria burkina_faso burundi cambodia
  cameroon canada cape_verde central_african_republic chad chile china colombia comoros cook_islands
  costa_rica croatia cuba cyprus czech_republic democratic_republic_of_the_congo denmark djibouti dominica
  dominican_republic ecuador egypt el_salvador equatorial_guinea eritrea estonia ethiopia fiji finland france
  france_regions french_polynesia gabon gambia germany ghana greece greenland grenada guatemala guinea guyana
  haiti honduras hungary iceland india indonesia iran israel italy italy_regions japan jordan kazakhstan
  kenya korea kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania luxembourg
  macedonia madagascar malawi malaysia maldives mali malta marshall_islands mauritania mauritius mexico
  moldova mongolia montenegro montserrat morocco mozambique myanmar namibia nauru nepal netherlands
  new_caledonia new_zealand nicaragua niger nigeria northern_mariana_islands norway oman pakistan palau
  panama papua_new_guinea paraguay peru philippines philippines_regions poland portugal puerto_rico qatar
  romania russia rwanda saint_barthelemy saint_lucia saint_martin saint_pierre_and_miquelon
  saint_vincent_and_the_grenadines samoa san_marino sao_tome_and_principe saudi_arabia senegal seychelles
  sierra_leone singapore slovakia slovenia solomon_islands somalia south_africa spain sri_lanka sudan
  suriname sweden switzerland syria taiwan tajikistan tanzania thailand the_bahamas timorleste togo tonga
  trinidad_and_tobago tunisia turkey turkey_regions turkmenistan turks_and_caicos_islands uganda uk ukraine
  united_arab_emirates united_states_virgin_islands uruguay usa uzbekistan vanuatu venezuela vietnam
  wallis_and_futuna yemen zambia zimbabwe
`
  .trim()
  .split(/\s+/)

/** Other saved values of the same countries. */
const otherKeys: Record<string, string> = { srilanka: 'sri_lanka' }

const labels: Record<string, string> = {
  aland: 'Åland',
  democratic_republic_of_the_congo: 'Democratic Republic of the Congo',
  france: 'France (departments)',
  guinea: 'Guinea',
  italy: 'Italy (provinces)',
  korea: 'South Korea',
  macedonia: 'North Macedonia',
  philippines: 'Philippines (provinces)',
  saint_barthelemy: 'Saint Barthélemy',
  sao_tome_and_principe: 'São Tomé and Príncipe',
  the_bahamas: 'Bahamas',
  timorleste: 'Timor-Leste',
  turkey: 'Turkey (provinces)',
  uk: 'United Kingdom',
  usa: 'United States',
}

const small = new Set(['and', 'of', 'the'])
const titled = (word: string) => (small.has(word) ? word : word.replace(/^./, (first) => first.toUpperCase()))

/** The name of a country of the list. */
function countryName(key: string): string {
  const known = labels[key]
  if (known !== undefined) return known
  const isByRegion = key.endsWith('_regions')
  const name = key
    .replace(/_regions$/, '')
    .split('_')
    .map(titled)
    .join(' ')
  return isByRegion ? `${name} (regions)` : name
}

/** The saved value of a map that exists, or may exist: a country, or a map with custom boundaries. */
export const mapOf = (saved: string | undefined): string | undefined =>
  keyOfSavedMap(saved) === undefined ? countryOf(saved) : saved

/** The display name of a map that `mapOf` returned. */
export const mapName = (map: string): string => {
  const key = keyOfSavedMap(map)
  return key === undefined ? countryName(map) : `“${key}”`
}

/** The file of a saved country; some charts have saved it with a capital letter or with spaces. */
export function countryOf(saved: string | undefined): string | undefined {
  const key = (saved ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  const file = otherKeys[key] ?? key
  return files.includes(file) ? file : undefined
}

export const countryChoices: [key: string, label: string][] = files
  .map((key): [string, string] => [key, countryName(key)])
  .toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))

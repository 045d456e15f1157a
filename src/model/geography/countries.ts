/** A country or territory: its codes, its English name, and its center according to the World Factbook. */
export interface Country {
  cca2: string
  cca3: string
  cioc: string
  name: string
  latitude: number
  longitude: number
}

/**
 * Two-letter code, three-letter code, code of the Olympic committee (- if there is none), latitude and longitude, name.
 * Coordinates are in degrees and minutes (The World Factbook, public domain), or after `=` in decimal degrees.
 */
const TABLE = `
AW ABW ARU 12.30 -69.58 Aruba
AF AFG AFG 33.00 65.00 Afghanistan
AO AGO ANG -12.30 18.30 Angola
AI AIA - 18.15 -63.10 Anguilla
AX ALA - 60.07 19.57 Åland Islands
AL ALB ALB 41.00 20.00 Albania
AD AND AND 42.30 1.30 Andorra
AE ARE UAE 24.00 54.00 United Arab Emirates
AR ARG ARG -34.00 -64.00 Argentina
AM ARM ARM 40.00 45.00 Armenia
AS ASM ASA -14.20 -170.00 American Samoa
AQ ATA - -90.00 0.00 Antarctica
TF ATF - -49.15 69.10 French Southern and Antarctic Lands
AG ATG ANT 17.03 -61.48 Antigua and Barbuda
AU AUS AUS -27.00 133.00 Australia
AT AUT AUT 47.20 13.20 Austria
AZ AZE AZE 40.30 47.30 Azerbaijan
BI BDI BDI -3.30 30.00 Burundi
BE BEL BEL 50.50 4.00 Belgium
BJ BEN BEN 9.30 2.15 Benin
BF BFA BUR 13.00 -2.00 Burkina Faso
BD BGD BAN 24.00 90.00 Bangladesh
BG BGR BUL 43.00 25.00 Bulgaria
BH BHR BRN 26.00 50.33 Bahrain
BS BHS BAH 24.15 -76.00 Bahamas
BA BIH BIH 44.00 18.00 Bosnia and Herzegovina
BL BLM - 18.30 -63.25 Saint Barthélemy
BY BLR BLR 53.00 28.00 Belarus
BZ BLZ BIZ 17.15 -88.45 Belize
BM BMU BER 32.20 -64.45 Bermuda
BO BOL BOL -17.00 -65.00 Bolivia
BR BRA BRA -10.00 -55.00 Brazil
BB BRB BAR 13.10 -59.32 Barbados
BN BRN BRU 4.30 114.40 Brunei
BT BTN BHU 27.30 90.30 Bhutan
BV BVT - -54.26 3.24 Bouvet Island
BW BWA BOT -22.00 24.00 Botswana
CF CAF CAF 7.00 21.00 Central African Republic
CA CAN CAN 60.00 -95.00 Canada
CC CCK - -12.30 96.50 Cocos (Keeling) Islands
CH CHE SUI 47.00 8.00 Switzerland
CL CHL CHI -30.00 -71.00 Chile
CN CHN CHN 35.00 105.00 China
CI CIV CIV 8.00 -5.00 Ivory Coast
CM CMR CMR 6.00 12.00 Cameroon
CD COD COD 0.00 25.00 DR Congo
CG COG CGO -1.00 15.00 Republic of the Congo
CK COK COK -21.14 -159.46 Cook Islands
CO COL COL 4.00 -72.00 Colombia
KM COM COM -12.10 44.15 Comoros
CV CPV CPV 16.00 -24.00 Cape Verde
CR CRI CRC 10.00 -84.00 Costa Rica
CU CUB CUB 21.30 -80.00 Cuba
CW CUW - =12.116667 =-68.933333 Curacao
CX CXR - -10.30 105.40 Christmas Island
KY CYM CAY 19.30 -80.30 Cayman Islands
CY CYP CYP 35.00 33.00 Cyprus
CZ CZE CZE 49.45 15.30 Czech Republic
DE DEU GER 51.00 9.00 Germany
DJ DJI DJI 11.30 43.00 Djibouti
DM DMA DMA 15.25 -61.20 Dominica
DK DNK DEN 56.00 10.00 Denmark
DO DOM DOM 19.00 -70.40 Dominican Republic
DZ DZA ALG 28.00 3.00 Algeria
EC ECU ECU -2.00 -77.30 Ecuador
EG EGY EGY 27.00 30.00 Egypt
ER ERI ERI 15.00 39.00 Eritrea
EH ESH - 24.30 -13.00 Western Sahara
ES ESP ESP 40.00 -4.00 Spain
EE EST EST 59.00 26.00 Estonia
ET ETH ETH 8.00 38.00 Ethiopia
FI FIN FIN 64.00 26.00 Finland
FJ FJI FIJ -18.00 175.00 Fiji
FK FLK - -51.45 -59.00 Falkland Islands
FR FRA FRA 46.00 2.00 France
FO FRO - 62.00 -7.00 Faroe Islands
FM FSM FSM 6.55 158.15 Micronesia
GA GAB GAB -1.00 11.45 Gabon
GB GBR GBR 54.00 -2.00 United Kingdom
GE GEO GEO 42.00 43.30 Georgia
GG GGY - 49.28 -2.35 Guernsey
GH GHA GHA 8.00 -2.00 Ghana
GI GIB - 36.08 -5.21 Gibraltar
GN GIN GUI 11.00 -10.00 Guinea
GP GLP - 16.15 -61.35 Guadeloupe
GM GMB GAM 13.28 -16.34 Gambia
GW GNB GBS 12.00 -15.00 Guinea-Bissau
GQ GNQ GEQ 2.00 10.00 Equatorial Guinea
GR GRC GRE 39.00 22.00 Greece
GD GRD GRN 12.07 -61.40 Grenada
GL GRL - 72.00 -40.00 Greenland
GT GTM GUA 15.30 -90.15 Guatemala
GF GUF - 4.00 -53.00 French Guiana
GU GUM GUM 13.28 144.47 Guam
GY GUY GUY 5.00 -59.00 Guyana
HK HKG HKG =22.267 =114.188 Hong Kong
HM HMD - -53.06 72.31 Heard Island and McDonald Islands
HN HND HON 15.00 -86.30 Honduras
HR HRV CRO 45.10 15.30 Croatia
HT HTI HAI 19.00 -72.25 Haiti
HU HUN HUN 47.00 20.00 Hungary
ID IDN INA -5.00 120.00 Indonesia
IM IMN - 54.15 -4.30 Isle of Man
IN IND IND 20.00 77.00 India
IO IOT - -6.00 71.30 British Indian Ocean Territory
IE IRL IRL 53.00 -8.00 Ireland
IR IRN IRI 32.00 53.00 Iran
IQ IRQ IRQ 33.00 44.00 Iraq
IS ISL ISL 65.00 -18.00 Iceland
IL ISR ISR =31.47 =35.13 Israel
IT ITA ITA 42.50 12.50 Italy
JM JAM JAM 18.15 -77.30 Jamaica
JE JEY - 49.15 -2.10 Jersey
JO JOR JOR 31.00 36.00 Jordan
JP JPN JPN 36.00 138.00 Japan
KZ KAZ KAZ 48.00 68.00 Kazakhstan
KE KEN KEN 1.00 38.00 Kenya
KG KGZ KGZ 41.00 75.00 Kyrgyzstan
KH KHM CAM 13.00 105.00 Cambodia
KI KIR KIR 1.25 173.00 Kiribati
KN KNA SKN 17.20 -62.45 Saint Kitts and Nevis
KR KOR KOR 37.00 127.30 South Korea
XK UNK KOS =42.666667 =21.166667 Kosovo
KW KWT KUW 29.30 45.45 Kuwait
LA LAO LAO 18.00 105.00 Laos
LB LBN LIB 33.50 35.50 Lebanon
LR LBR LBR 6.30 -9.30 Liberia
LY LBY LBA 25.00 17.00 Libya
LC LCA LCA 13.53 -60.58 Saint Lucia
LI LIE LIE 47.16 9.32 Liechtenstein
LK LKA SRI 7.00 81.00 Sri Lanka
LS LSO LES -29.30 28.30 Lesotho
LT LTU LTU 56.00 24.00 Lithuania
LU LUX LUX 49.45 6.10 Luxembourg
LV LVA LAT 57.00 25.00 Latvia
MO MAC - 22.10 113.33 Macau
MF MAF - 18.05 -63.57 Saint Martin
MA MAR MAR 32.00 -5.00 Morocco
MC MCO MON 43.44 7.24 Monaco
MD MDA MDA 47.00 29.00 Moldova
MG MDG MAD -20.00 47.00 Madagascar
MV MDV MDV 3.15 73.00 Maldives
MX MEX MEX 23.00 -102.00 Mexico
MH MHL MHL 9.00 168.00 Marshall Islands
MK MKD MKD 41.50 22.00 Macedonia
ML MLI MLI 17.00 -4.00 Mali
MT MLT MLT 35.50 14.35 Malta
MM MMR MYA 22.00 98.00 Myanmar
ME MNE MNE 42.30 19.18 Montenegro
MN MNG MGL 46.00 105.00 Mongolia
MP MNP - 15.12 145.45 Northern Mariana Islands
MZ MOZ MOZ -18.15 35.00 Mozambique
MR MRT MTN 20.00 -12.00 Mauritania
MS MSR - 16.45 -62.12 Montserrat
MQ MTQ - 14.40 -61.00 Martinique
MU MUS MRI -20.17 57.33 Mauritius
MW MWI MAW -13.30 34.00 Malawi
MY MYS MAS 2.30 112.30 Malaysia
YT MYT - -12.50 45.10 Mayotte
NA NAM NAM -22.00 17.00 Namibia
NC NCL - -21.30 165.30 New Caledonia
NE NER NIG 16.00 8.00 Niger
NF NFK - -29.02 167.57 Norfolk Island
NG NGA NGR 10.00 8.00 Nigeria
NI NIC NCA 13.00 -85.00 Nicaragua
NU NIU - -19.02 -169.52 Niue
NL NLD NED 52.30 5.45 Netherlands
NO NOR NOR 62.00 10.00 Norway
NP NPL NEP 28.00 84.00 Nepal
NR NRU NRU -0.32 166.55 Nauru
NZ NZL NZL -41.00 174.00 New Zealand
OM OMN OMA 21.00 57.00 Oman
PK PAK PAK 30.00 70.00 Pakistan
PA PAN PAN 9.00 -80.00 Panama
PN PCN - -25.04 -130.06 Pitcairn Islands
PE PER PER -10.00 -76.00 Peru
PH PHL PHI 13.00 122.00 Philippines
PW PLW PLW 7.30 134.30 Palau
PG PNG PNG -6.00 147.00 Papua New Guinea
PL POL POL 52.00 20.00 Poland
PR PRI PUR 18.15 -66.30 Puerto Rico
KP PRK PRK 40.00 127.00 North Korea
PT PRT POR 39.30 -8.00 Portugal
PY PRY PAR -23.00 -58.00 Paraguay
PS PSE PLE 31.54 35.12 Palestine
PF PYF - -15.00 -140.00 French Polynesia
QA QAT QAT 25.30 51.15 Qatar
RE REU - -21.09 55.30 Réunion
RO ROU ROU 46.00 25.00 Romania
RU RUS RUS 60.00 100.00 Russia
RW RWA RWA -2.00 30.00 Rwanda
SA SAU KSA 25.00 45.00 Saudi Arabia
SD SDN SUD 15.00 30.00 Sudan
SN SEN SEN 14.00 -14.00 Senegal
SG SGP SIN 1.22 103.48 Singapore
GS SGS - -54.30 -37.00 South Georgia
SJ SJM - 78.00 20.00 Svalbard and Jan Mayen
SB SLB SOL -8.00 159.00 Solomon Islands
SL SLE SLE 8.30 -11.30 Sierra Leone
SV SLV ESA 13.50 -88.55 El Salvador
SM SMR SMR 43.46 12.25 San Marino
SO SOM SOM 10.00 49.00 Somalia
PM SPM - 46.50 -56.20 Saint Pierre and Miquelon
RS SRB SRB 44.00 21.00 Serbia
SS SSD - 7.00 30.00 South Sudan
ST STP STP 1.00 7.00 Sao Tome and Principe
SR SUR SUR 4.00 -56.00 Suriname
SK SVK SVK 48.40 19.30 Slovakia
SI SVN SLO 46.07 14.49 Slovenia
SE SWE SWE 62.00 15.00 Sweden
SZ SWZ SWZ -26.30 31.30 Swaziland
SX SXM - =18.033333 =-63.05 Sint Maarten
SC SYC SEY -4.35 55.40 Seychelles
SY SYR SYR 35.00 38.00 Syria
TC TCA - 21.45 -71.35 Turks and Caicos Islands
TD TCD CHA 15.00 19.00 Chad
TG TGO TOG 8.00 1.10 Togo
TH THA THA 15.00 100.00 Thailand
TJ TJK TJK 39.00 71.00 Tajikistan
TK TKL - -9.00 -172.00 Tokelau
TM TKM TKM 40.00 60.00 Turkmenistan
TL TLS TLS -8.50 125.55 Timor-Leste
TO TON TGA -20.00 -175.00 Tonga
TT TTO TTO 11.00 -61.00 Trinidad and Tobago
TN TUN TUN 34.00 9.00 Tunisia
TR TUR TUR 39.00 35.00 Turkey
TV TUV TUV -8.00 178.00 Tuvalu
TW TWN TPE 23.30 121.00 Taiwan
TZ TZA TAN -6.00 35.00 Tanzania
UG UGA UGA 1.00 32.00 Uganda
UA UKR UKR 49.00 32.00 Ukraine
UM UMI - 19.18 166.38 United States Minor Outlying Islands
UY URY URU -33.00 -56.00 Uruguay
US USA USA 38.00 -97.00 United States
UZ UZB UZB 41.00 64.00 Uzbekistan
VA VAT - 41.54 12.27 Vatican City
VC VCT VIN 13.15 -61.12 Saint Vincent and the Grenadines
VE VEN VEN 8.00 -66.00 Venezuela
VG VGB IVB =18.431383 =-64.62305 British Virgin Islands
VI VIR ISV =18.35 =-64.933333 United States Virgin Islands
VN VNM VIE 16.10 107.50 Vietnam
VU VUT VAN -16.00 167.00 Vanuatu
WF WLF - -13.18 -176.12 Wallis and Futuna
WS WSM SAM -13.35 -172.20 Samoa
YE YEM YEM 15.00 48.00 Yemen
ZA ZAF RSA -29.00 24.00 South Africa
ZM ZMB ZAM -15.00 30.00 Zambia
ZW ZWE ZIM -20.00 30.00 Zimbabwe
`

const ROUNDING = 1e-3

/** `-14.20` is 14 degrees 20 minutes south. Truncated to eight decimals. */
function degrees(text: string): number {
  if (text.startsWith('=')) return Number(text.slice(1))
  const [whole = '0', minutes = '0'] = text.replace('-', '').split('.')
  const value = Math.floor((Number(whole) + Number(minutes) / 60) * 1e8 + ROUNDING) / 1e8
  return text.startsWith('-') ? -value : value
}

export const countries: Country[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [cca2 = '', cca3 = '', cioc = '', latitude = '', longitude = '', ...name] = line.split(' ')
    return { cca2, cca3, cioc, name: name.join(' '), latitude: degrees(latitude), longitude: degrees(longitude) }
  })

const fields = ['name', 'cioc', 'cca2', 'cca3'] as const
const byField = new Map(
  fields.map((field) => [
    field as string,
    new Map(countries.map((country) => [country[field].toLowerCase(), country])),
  ]),
)

/** The country of this name or code, in upper or lower case; undefined for anything else. */
export const findCountry = (field: string, text: string): Country | undefined =>
  text === '-' ? undefined : byField.get(field)?.get(text.toLowerCase())

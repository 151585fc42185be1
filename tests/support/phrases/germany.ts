/** Search texts of buyers in Germany, each with its meaning. */
export const germany = `
golf 7 kombi diesel | Volkswagen/Golf, Wagon, Diesel, "7"
vw golf variant 1.6 tdi | Volkswagen/Golf, Wagon, #1.6 l, Diesel
vw passat kombi automatik | Volkswagen/Passat, Wagon, Automatic
audi a4 avant 2.0 tdi | Audi/A4, Wagon, #2.0 l, Diesel
bmw 3er touring | BMW/3 Series, Wagon
bmw 320d ab 2016 | BMW, BMW/3 Series, Diesel, year 2016..
5er bmw automatik | BMW/5 Series, BMW, Automatic
mercedes c klasse kombi | Mercedes-Benz/C-Class, Wagon
mercedes e-klasse diesel | Mercedes-Benz/E-Class, Diesel
a klasse bis 15000 euro | Mercedes-Benz/A-Class, price ..15000 euro
gebrauchtwagen bis 5000 euro | #used, price ..5000 euro
auto bis 3000 euro | price ..3000 euro
auto unter 10.000 € | price ..10000 €
kleinwagen automatik bis 8.000 € | Hatchback, Automatic, price ..8000 €
kleinwagen benziner unter 5000 | Hatchback, Petrol+Gasoline, price ..5000
suv ab 2018 unter 25000 euro | SUV, year 2018.., price ..25000 euro
suv diesel automatik anhängerkupplung | SUV, Diesel, Automatic, #tow bar
opel corsa 1.2 benziner | Opel/Corsa, #1.2 l, Petrol+Gasoline
opel astra kombi | Opel/Astra, Wagon
opel zafira 7 sitzer | no Zafira, #many seats
ford focus kombi schaltgetriebe | Ford/Focus, Wagon, Manual
ford fiesta 5 türer | Ford/Fiesta, doors Hatchback+SUV+Wagon+MPV
ford mondeo | no Mondeo
skoda octavia kombi 2.0 tdi dsg | no Octavia, Wagon, #2.0 l, Diesel, Automatic
seat leon st | no Leon, "st"
renault clio ab baujahr 2015 | Renault/Clio, year 2015..
renault megane kombi | Renault/Megane, Wagon
peugeot 308 sw | Peugeot/308, Wagon
hyundai i30 kombi | no i30, Wagon
kia ceed sportswagon | no Ceed, Wagon
mazda 6 kombi schwarz | Mazda/Mazda6, Wagon, #black
mazda cx-5 allrad | Mazda/CX-5, #4wd+awd
nissan qashqai weiß | Nissan/Qashqai, #white+pearl white
volvo v60 | Volvo/V60
fiat 500 cabrio rot | Fiat/500, Convertible, #red+maroon+burgundy
mini cooper cabrio | Mini/Cooper, Convertible
smart fortwo | no Fortwo
porsche 911 targa | Porsche/911, "targa"
bmw x3 xdrive | BMW/X3, #4wd+awd
tiguan 4motion | Volkswagen/Tiguan, #4wd+awd
touareg v6 tdi | Volkswagen/Touareg, Diesel, "v6"
vw touran 7 sitzer | no Touran, #many seats
vw t5 multivan | Volkswagen/Transporter, "multivan"
vw caddy | Volkswagen/Caddy
polo 1.4 tdi | Volkswagen/Polo, #1.4 l, Diesel
polo bis 100.000 km | Volkswagen/Polo, mileage ..100000
unter 80.000 km | mileage ..80000
weniger als 60000 km | mileage ..60000
maximal 120.000 km | mileage ..120000
golf von 2010 bis 2014 | Volkswagen/Golf, year 2010..2014
zwischen 5000 und 8000 euro | price 5000..8000 euro
ab 10000 euro | price 10000.. euro
höchstens 12.000 euro | price ..12000 euro
mindestens 2017 | year 2017..
baujahr 2012 | year 2012..2012
ez 2019 | year 2019..2019
elektroauto bis 20000 | Electric, price ..20000
elektro kleinwagen | Electric, Hatchback
elektro 400 km reichweite | Electric, "400", "reichweite"
hybrid suv | Hybrid, SUV
kein diesel | -Diesel
nicht automatik | -Automatic
golf ohne automatik | Volkswagen/Golf, -Automatic
golf oder astra | Volkswagen/Golf, Opel/Astra
bmw oder audi unter 15000 | BMW, Audi, price ..15000
schwarzer audi a3 | #black, Audi/A3
weißer golf 6 | #white+pearl white, Volkswagen/Golf, "6"
roter mini | #red+maroon+burgundy, Mini
silberner mercedes | #silver, Mercedes-Benz
blauer ford fiesta | #blue+dark blue+light blue, Ford/Fiesta
graues cabrio | #grey+charcoal, Convertible
günstiger kombi | by price_low_high, Wagon
günstiges auto mit klimaanlage | by price_low_high, #a/c: front
billiges auto automatik | by price_low_high, Automatic
wenig kilometer benziner | by mileage_low_high, Petrol+Gasoline
neuwagen suv | #new, SUV
gebraucht bmw x1 | #used, BMW/X1
limousine diesel automatik | Sedan, Diesel, Automatic
cabrio unter 10000 euro | Convertible, price ..10000 euro
geländewagen allrad | SUV, #4wd+awd
kombi mit anhängerkupplung | Wagon, #tow bar
sitzheizung navi kombi | #heated seats, #navigation system, Wagon
schiebedach bmw | #sunroof, BMW
rückfahrkamera suv | #backup camera, SUV
ledersitze automatik | #leather seats, Automatic
tempomat kombi | #cruise control+adaptive cruise control, Wagon
1,6 tdi | #1.6 l, Diesel
2.0 diesel kombi | #2.0 l, Diesel, Wagon
1.4 tsi polo | #1.4 l, Petrol+Gasoline, Volkswagen/Polo
fahrzeug mit garantie | #warranty
familienauto 7 sitzer | SUV+MPV+Wagon, #many seats
kleinbus 9 sitzer | Minibus, #many seats
pritsche | Pickup
wolkswagen golf | Volkswagen, Volkswagen/Golf
mercedez a klasse | Mercedes-Benz, Mercedes-Benz/A-Class
suche golf 5 | Volkswagen/Golf, "5"
suche einen bmw kombi bis 6000 euro | BMW, Wagon, price ..6000 euro
golf gti schaltgetriebe | Volkswagen/Golf, Manual, "gti"
auto in münchen | "munchen"
gebrauchtwagen berlin | #used, "berlin"
unfallfrei golf | Volkswagen/Golf, "unfallfrei"
scheckheftgepflegt audi | Audi, "scheckheftgepflegt"
tüv neu polo | Volkswagen/Polo, "tuv", "neu"
1. hand golf | Volkswagen/Golf, "1", "hand"
vw t5 kombi | Volkswagen/Transporter, "kombi"
2015 oder neuer | year 2015..
golf 2015 oder jünger | Volkswagen/Golf, year 2015..
neuer tüv golf | Volkswagen/Golf, "neuer", "tuv"
polo neuer motor | Volkswagen/Polo, "neuer"
neues getriebe bmw | BMW, "neues", "getriebe"
neuer golf | #new, Volkswagen/Golf
neuer wagen bis 20000 | #new, price ..20000
golf tüv 2027 | Volkswagen/Golf, "tuv", "2027"
polo tüv bis 2027 | Volkswagen/Polo, "tuv", "bis", "2027"
golf hu 03/2027 | Volkswagen/Golf, "hu", "03", "2027"
320d touring | BMW/3 Series, Diesel, Wagon
mercedes e220d | Mercedes-Benz, Mercedes-Benz/E-Class, Diesel
bmw x3 xdrive30d | BMW/X3, Diesel
elektro reichweite 400 km | Electric, "reichweite", "400"
reichweite mindestens 400 km | "reichweite", "mindestens", "400"
vw california | no California
transporter bis 10000 | price ..10000, "transporter"
auto ab 2018 | year 2018..
7 sitzer auto | #many seats
auto ohne unfall | 
auto bis 2000 | price ..2000
kein benziner oder hybrid | -Petrol+Gasoline, -Hybrid
mercedes b klasse | no B-Class
handschalter golf | Manual, Volkswagen/Golf
lückenlos scheckheft passat variant | Volkswagen/Passat, Wagon, "luckenlos", "scheckheft"
nicht älter als 2015 | year 2015..
nicht mehr als 8000 euro | price ..8000 euro
2014 oder älter | year ..2014
tüv 08/26 golf | Volkswagen/Golf, "tuv", "08", "26"
b klasse | no B-Class
6er coupe | no 6 Series, Coupe
passat variant 2.0 tdi | Volkswagen/Passat, Wagon, #2.0 l, Diesel
530d touring | BMW/5 Series, Diesel, Wagon
auto bis 5000€ tüv neu | price ..5000 €, "tuv", "neu"
skoda octavia combi | no Octavia, Wagon
ford focus turnier | Ford/Focus, Wagon
opel astra sports tourer | Opel/Astra, Wagon, "sports"
golf 7 variant tdi dsg bis 12000 € | Volkswagen/Golf, Wagon, Diesel, Automatic, price ..12000 €, "7"
suche günstigen kleinwagen mit tüv neu unter 3000 euro | by price_low_high, Hatchback, price ..3000 euro, "tuv", "neu"
bmw 320d touring ab 2015 unter 100tkm | BMW, BMW/3 Series, Diesel, Wagon, year 2015.., mileage ..100000
audi a6 avant 3.0 tdi quattro s-line ez 2016 | Audi/A6, Wagon, #3.0 l, Diesel, #4wd+awd, year 2016..2016, "s", "line"
e 220 d t-modell | Mercedes-Benz/E-Class, Diesel, Wagon
mercedes c 200 kombi automatik mit ahk | Mercedes-Benz, Mercedes-Benz/C-Class, Wagon, Automatic, #tow bar
opel astra j 1.4 turbo sports tourer | Opel/Astra, #1.4 l, Wagon, "j", "turbo"
skoda octavia combi rs | no Octavia, Wagon, "rs"
familienauto mit 7 sitzen bis 15.000 | SUV+MPV+Wagon, #many seats, price ..15000
kein diesel, automatik, suv, max 150.000 km | -Diesel, Automatic, SUV, mileage ..150000
ford focus turnier 1.0 ecoboost | Ford/Focus, Wagon, #1.0 l, "ecoboost"
hyundai tucson n line hybrid neuwagen | Hyundai/Tucson, Hybrid, #new, "line"
renault zoe batterie gekauft | no Zoe, "batterie", "gekauft"
smart fortwo cabrio | no Fortwo, Convertible
porsche 911 992 carrera s | Porsche/911, "992", "carrera", "s"
auto für anfänger günstig in der versicherung | "anfanger", "gunstig", "versicherung"
polo 6r 1.2 tsi bj 2012 scheckheft | Volkswagen/Polo, #1.2 l, Petrol+Gasoline, year 2012..2012, "6r", "scheckheft"
passat b8 variant highline 190 ps | Volkswagen/Passat, Wagon, "b8", "highline", "190", "ps"
toyota yaris hybrid wenig km | Toyota/Yaris, Hybrid, by mileage_low_high
mercedes glc 220 d 4matic anhängerkupplung | Mercedes-Benz, Mercedes-Benz/GLC, Diesel, #4wd+awd, #tow bar
golf gti kein r | Volkswagen/Golf, "gti", "r"
gebrauchtwagen von privat bis 5.000 euro münchen | #used, price ..5000 euro, "von", "privat", "munchen"
elektroauto mit 400 km reichweite unter 25000 | Electric, price ..25000, "400", "reichweite"
audi q5 oder bmw x3 ab bj 2018 | Audi/Q5, BMW/X3, year 2018..
seat ibiza fr schwarz | no Ibiza, #black, "fr"
dacia sandero stepway lpg | no Dacia, Renault/Sandero, LPG Autogas, "stepway"
a klasse w177 a 200 benzin | Mercedes-Benz/A-Class, Mercedes-Benz/A-Class, Petrol+Gasoline, "w177"
ford transit custom 9 sitzer | Ford/Transit, #many seats, "custom"
unfallwagen golf 6 motorschaden | Volkswagen/Golf, "unfallwagen", "6", "motorschaden"
zwischen 8000 und 10000 euro kombi diesel euro 6 | price 8000..10000 euro, Wagon, Diesel, "euro", "6"
bmw 520d xdrive f11 hud | BMW, BMW/5 Series, Diesel, #4wd+awd, "f11", "hud"
wohnmobil | "wohnmobil"
nissan qashqai 1.3 dig-t tekna 2020 bis 40000 km | Nissan/Qashqai, #1.3 l, year 2020..2020, mileage ..40000, "dig", "t", "tekna"
vw caddy maxi 2.0 tdi 4motion weiß | Volkswagen/Caddy, #2.0 l, Diesel, #4wd+awd, #white+pearl white, "maxi"
cabrio für den sommer max 8 tausend | Convertible, price ..8000, "sommer"
mazda cx5 schaltgetriebe allrad 2017 oder jünger | Mazda/CX-5, Manual, #4wd+awd, year 2017..
kia ceed sw 1.6 crdi | no Ceed, Wagon, #1.6 l, Diesel
opel corsa e 1.4 90ps 5-türer | Opel/Corsa, #1.4 l, doors Hatchback+SUV+Wagon+MPV, "e", "90ps"
bis 200 ps benziner automatik coupé | Petrol+Gasoline, Automatic, Coupe, "bis", "200", "ps"
mercedes sprinter hochdach | no Sprinter, "hochdach"
toyota land cruiser j12 d-4d | Toyota/Land Cruiser, Diesel, "j12"
nichtraucher fahrzeug erste hand scheckheftgepflegt | "nichtraucher", "erste", "hand", "scheckheftgepflegt"
bmw 118i automatik sitzheizung navi bis 18 000 euro | BMW, BMW/1 Series, Automatic, #heated seats, #navigation system, price ..18000 euro
audi a3 sportback g-tron | Audi/A3, "sportback", "g", "tron"
suche vw golf 6 oder 7 diesel unter 150 tkm | Volkswagen/Golf, Diesel, mileage ..150000, "6", "7"
schwarzer mercedes e klasse kombi | #black, Mercedes-Benz/E-Class, Wagon
billiges auto ohne rost mit klima | by price_low_high, #a/c: front
fiat panda 4x4 cross | Fiat/Panda, #4wd+awd, "cross"
kia sportage gt-line 4wd plug-in | Kia/Sportage, #4wd+awd, Hybrid, "gt", "line"
ford mustang 5.0 gt schalter | Ford/Mustang, #5.0 l, Manual, "gt"
geländewagen mit 3,5 t anhängelast | SUV, "3.5", "t", "anhangelast"
neuwagen mit garantie unter 20.000 € | #new, #warranty, price ..20000 €
erstzulassung 2019 bis 2021, benzin, max. 50.000 km | year 2019..2021, Petrol+Gasoline, mileage ..50000
bmw e90 325i limousine handschaltung | BMW, BMW/3 Series, Sedan, Manual, "e90"
polo cross | Volkswagen/Polo, "cross"
mazda 3 skyactiv-g 2.0 kizoku | Mazda/Mazda3, #2.0 l, "skyactiv", "g", "kizoku"
skoda superb kombi 4x4 2.0 tdi 190ps l&k | no Superb, Wagon, #4wd+awd, #2.0 l, Diesel, "190ps", "l", "k"
tesla model y kein model 3 | Tesla/Model Y, -Tesla/Model 3
automatik kleinwagen für oma höchstens 60000 km | Automatic, Hatchback, mileage ..60000, "oma"
hyundai i20 n-line blau | Hyundai/i20, #blue+dark blue+light blue, "line"
vw up! weiß 4-türer | no Up, #white+pearl white, doors Sedan+Pickup
mercedes vito tourer 9-sitzer lang | Mercedes-Benz/Vito, #many seats, "tourer", "lang"
cupra formentor vz | no Formentor, "vz"
bmw 530d touring xdrive m paket ahk standheizung | BMW, BMW/5 Series, Diesel, Wagon, #4wd+awd, #tow bar, "m", "paket", "standheizung"
audi a4 b9 limousine 2.0 tfsi ultra s tronic | Audi/A4, Sedan, #2.0 l, Petrol+Gasoline, Automatic, "b9", "ultra"
günstige winterkarre mit tüv bis 1000 euro | by price_low_high, price ..1000 euro, "winterkarre", "tuv"
mercedes c 220 cdi t-modell avantgarde bj 2012 | Mercedes-Benz, Mercedes-Benz/C-Class, Diesel, Wagon, year 2012..2012, "avantgarde"
opel insignia sports tourer 2.0 cdti automatik | no Insignia, Wagon, #2.0 l, Diesel, Automatic
vw touran 7-sitzer 1.4 tsi scheckheftgepflegt nichtraucher | no Touran, #many seats, #1.4 l, Petrol+Gasoline, "scheckheftgepflegt", "nichtraucher"
porsche cayenne s e-hybrid 2015 pano luft | Porsche/Cayenne, Hybrid, year 2015..2015, "s", "e", "pano", "luft"
ford kuga 2.0 tdci 4x4 titanium schwarz unter 120000 km | Ford/Kuga, #2.0 l, Diesel, #4wd+awd, #black, mileage ..120000, "titanium"
audi a1 citycarver oder vw t-cross, benzin, ab 2020 | Audi/A1, Volkswagen/T-Cross, Petrol+Gasoline, year 2020.., "citycarver"
cabrio 4 sitze automatik unter 150ps | Convertible, Automatic, "4", "sitze", "unter", "150ps"
peugeot 308 sw bluehdi 130 allure pack 2019 oder neuer | Peugeot/308, Wagon, Diesel, year 2019.., "130", "allure", "pack"
e-auto gebraucht reichweite mindestens 350 km unter 25.000 € | Electric, #used, price ..25000 €, "reichweite", "mindestens", "350"
dacia duster tce 150 4x4 prestige anhängerkupplung | no Dacia, Renault/Duster, #4wd+awd, #tow bar, "tce", "150", "prestige"
mazda mx-5 nd 2.0 skyactiv rf kein automatik | Mazda/MX-5, #2.0 l, -Automatic, "nd", "skyactiv", "rf"
fiat ducato wohnmobil bis 3,5t | no Ducato, "wohnmobil", "bis", "3.5t"
smart forfour elektro rot 2019 | no Forfour, Electric, #red+maroon+burgundy, year 2019..2019
alfa romeo giulia veloce q4 280 ps | Alfa Romeo/Giulia, "veloce", "q4", "280", "ps"
bmw 118d urban line navi pdc xenon | BMW, BMW/1 Series, Diesel, #navigation system, #rear parking sensors, "urban", "line", "xenon"
audi a5 cabrio 2.0 tfsi s line s tronic weiss | Audi/A5, Convertible, #2.0 l, Petrol+Gasoline, Automatic, #white+pearl white, "s", "line"
kleinwagen bis 4000 euro mit klima und tüv 2027 | Hatchback, price ..4000 euro, #a/c: front, "tuv", "2027"
vw passat cc 2.0 tdi 170 ps dsg leder | Volkswagen/Passat, #2.0 l, Diesel, Automatic, #leather seats, "cc", "170", "ps"
mercedes b 180 urban automatik 2016 unfallfrei | no B-Class, Automatic, year 2016..2016, "180", "urban", "unfallfrei"
ford s-max oder galaxy 2.0 tdci 7 sitze ab 2014 bis 15000 € | no S-Max, no Galaxy, #2.0 l, Diesel, #many seats, year 2014.., price ..15000 €
opel mokka x 1.4 turbo innovation 4x4 | Opel/Mokka, #1.4 l, #4wd+awd, "x", "turbo", "innovation"
renault captur tce 90 intens schwarz/orange | Renault/Captur, #black, #orange, "tce", "90", "intens"
skoda yeti 2.0 tdi 4x4 outdoor ahk 1. hand | no Yeti, #2.0 l, Diesel, #4wd+awd, #tow bar, "outdoor", "1", "hand"
toyota rav4 2.5 hybrid team d allrad 2020 unter 60.000 km | Toyota/RAV4, #2.5 l, Hybrid, #4wd+awd, year 2020..2020, mileage ..60000, "team", "d"
citroen berlingo multispace 1.6 hdi 100 rollstuhlgerecht | Citroën/Berlingo, #1.6 l, Diesel, "multispace", "100", "rollstuhlgerecht"
nissan leaf 40 kwh n-connecta winterpaket | Nissan/Leaf, "40", "kwh", "connecta", "winterpaket"
elektroauto kleinwagen gebraucht bis 15k | Electric, Hatchback, #used, price ..15000
hyundai santa fe 2.2 crdi 7 sitzer premium pano allrad | Hyundai/Santa Fe, #2.2 l, Diesel, #many seats, #4wd+awd, "premium", "pano"
volkswagen id.3 pro performance 58 kwh | no ID.3, "pro", "performance", "58", "kwh"
kia rio 1.2 edition 7 rückfahrkamera sitzheizung | Kia/Rio, #1.2 l, #backup camera, #heated seats, "edition", "7"
audi q5 sq5 tdi plus | Audi/Q5, Diesel, "sq5", "plus"
peugeot partner tepee 5 sitze schiebetür | Peugeot/Partner, "tepee", "5", "sitze", "schiebetur"
auto mit automatik und viel platz für hund unter 8000€ | Automatic, price ..8000 €, "viel", "platz", "hund"
ford fiesta st 200ps 3-türig performance blau | Ford/Fiesta, doors Hatchback+Coupe, #blue+dark blue+light blue, "st", "200ps", "performance"
vw golf 7 gtd variant 2.0 tdi dsg acc ahk 2016 unter 120tkm | Volkswagen/Golf, Wagon, #2.0 l, Diesel, Automatic, #tow bar, year 2016..2016, mileage ..120000, "7", "gtd", "acc"
suche zuverlässigen kombi diesel für pendler unter 200.000 km und 8.000 € | Wagon, Diesel, mileage ..200000, price ..8000 €, "zuverlassigen", "pendler"
mercedes a 180 d progressive 2019 led navi | Mercedes-Benz, Mercedes-Benz/A-Class, Diesel, year 2019..2019, #navigation system, "progressive", "led"
opel corsa 1.2 edition 75 ps rot 5 türer rentnerfahrzeug | Opel/Corsa, #1.2 l, #red+maroon+burgundy, doors Hatchback+SUV+Wagon+MPV, "edition", "75", "ps", "rentnerfahrzeug"
ford c-max 1.0 ecoboost 125 ps titanium ab bj 2015 | no C-Max, #1.0 l, year 2015.., "ecoboost", "125", "ps", "titanium"
hyundai ioniq 5 allrad 72,6 kwh uniq paket | no Ioniq 5, #4wd+awd, "72.6", "kwh", "uniq", "paket"
renault twingo limited weiß klima erstbesitz 3999 vb | no Twingo, #white+pearl white, #a/c: front, "limited", "erstbesitz", "3999", "vb"
skoda karoq oder seat ateca dsg unter 25 tausend euro | no Karoq, no Ateca, Automatic, price ..25000 euro
fiat tipo kombi 1.6 multijet lounge | Fiat/Tipo, Wagon, #1.6 l, Diesel, "lounge"
mazda cx-30 skyactiv-x m hybrid selection awd | Mazda/CX-30, Hybrid, #4wd+awd, "skyactiv", "x", "m", "selection"
vw polo nicht gti, 4/5 türer, max 60.000 km, ab 2018 | Volkswagen/Polo, doors Hatchback+SUV+Wagon+MPV, mileage ..60000, year 2018.., "4"
nissan x-trail 1.6 dci 7 sitze tekna panoramadach | Nissan/X-Trail, #1.6 l, Diesel, #many seats, #sunroof, "tekna"
jeep renegade 4xe plug in hybrid s 2021 | Jeep/Renegade, Hybrid, year 2021..2021, "4xe", "s"
bmw 216d gran tourer 7 sitzer | BMW, BMW/2 Series, Diesel, #many seats, "gran", "tourer"
kia sorento 2.2 crdi platinum 4wd standheizung anhänger 2,5 t | Kia/Sorento, #2.2 l, Diesel, #4wd+awd, "platinum", "standheizung", "anhanger", "2.5", "t"
`

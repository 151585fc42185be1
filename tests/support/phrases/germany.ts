/** What buyers in Germany type, and what they mean by it. */
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
`

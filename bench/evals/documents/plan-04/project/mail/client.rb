class Client; end
